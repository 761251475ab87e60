import type { HttpClient } from '#src/adapters/http/client.ts'
import type { RegistrationRequest } from '#src/adapters/http/contract/identity/registration.ts'
import { HUMAN_CHECK_HEADER } from '#src/adapters/http/contract/paths.ts'
import { requestText } from '#src/adapters/http/request.ts'
import type { RegistrationGateway } from '#src/application/identity/ports.ts'
import type { RegistrationRecord } from '#src/domain/identity/registration.ts'
import { ok } from '#src/domain/result.ts'

const toBody = (record: RegistrationRecord) =>
  ({
    full_name: record.firstName,
    last_name: record.lastName,
    identification: record.identificationNumber,
    email: record.email,
    enterprise: record.enterprise,
    country: record.country,
    type: record.legalPerson,
    city: record.city,
    identification_type: record.identification,
    product: record.product,
    cellphone: record.telephone,
    date: record.sentAt,
  }) satisfies RegistrationRequest

interface RegistrationApiDeps {
  /** A client without a base, because `address` is a complete URL or path. */
  readonly http: HttpClient
  readonly address: string
}

/**
 * The registration webhook (§7.1, D61). Every success status accepts the registration.
 */
export function createRegistrationApi({ http, address }: RegistrationApiDeps): RegistrationGateway {
  return {
    async register(record, proof, signal) {
      const headers = { [HUMAN_CHECK_HEADER]: proof.text }
      const result = await requestText(http, { path: address, body: toBody(record), headers, signal }, () => true)
      return result.ok ? ok(undefined) : result
    },
  }
}
