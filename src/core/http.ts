/**
 * The ports over HTTP: for the reference server, or for any server with the same calls. Load the
 * configuration of the server first, then connect the ports of the areas that you need.
 */
export { createHttpClient, type HttpClient, type HttpClientOptions } from '#src/adapters/http/client.ts'
export {
  type Configuration,
  loadConfiguration,
  parseConfiguration,
  toConfiguration,
} from '#src/adapters/http/configuration.ts'
export { createCookieFetch } from '#src/adapters/http/cookie-fetch.ts'
export { createHttpPorts, type HttpNeeds, type HttpPorts } from '#src/adapters/http/ports.ts'
export { type CreateSessionClient, createSessionClientFactory } from '#src/adapters/http/session-client.ts'

// Identity
export { createAltcha } from '#src/adapters/http/identity/altcha.ts'
export { createApplicationTokenApi } from '#src/adapters/http/identity/application-token-api.ts'
export { createPasswordApi } from '#src/adapters/http/identity/password-api.ts'
export { createRegistrationApi } from '#src/adapters/http/identity/registration-api.ts'

// Back-office and payment
export { createImcHttpPorts, type ImcHttpNeeds } from '#src/adapters/http/imc/ports.ts'
export type { SendUpload } from '#src/adapters/http/imc/upload.ts'
export { createPaymentsApi } from '#src/adapters/http/payment/payments-api.ts'
