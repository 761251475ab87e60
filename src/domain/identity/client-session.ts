import { type ActorOptions, type ActorRefFrom, createActor } from 'xstate'

import { type SessionInput, sessionMachine } from '#src/domain/identity/session-machine.ts'

/** The session machine of this tab. */
export type ClientSession = ActorRefFrom<typeof sessionMachine>

/** Creates the session actor without starting it. `clock` defaults to the system clock. */
export const createClientSession = (
  input: SessionInput,
  options: Pick<ActorOptions<typeof sessionMachine>, 'clock'> = {},
): ClientSession => createActor(sessionMachine, { ...options, input })
