import type { FastifyRequest } from 'fastify'

import type { Audience } from '#src/domain/trading/audience.ts'

/** Returns the audience of a request (D17). */
export type GetAudience = (request: FastifyRequest) => Audience
