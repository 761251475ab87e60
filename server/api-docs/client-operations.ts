import { type Operations, toAreaOperations } from '#server/api-docs/operation.ts'
import { doneReply } from '#src/adapters/http/contract/done.ts'
import { challengeReply } from '#src/adapters/http/contract/identity/human-check.ts'
import {
  applicationTokenReply,
  loginReply,
  sessionReply,
  termsReply,
} from '#src/adapters/http/contract/identity/identity.ts'
import { HUMAN_CHECK_HEADER, TAKEOVER_HEADER } from '#src/adapters/http/contract/paths.ts'
import {
  confirmationReply,
  newOrderReply,
  orderReply,
  ordersReply,
} from '#src/adapters/http/contract/payment/payments.ts'

const ATTEMPT_LIMIT = 'Tras varios intentos desde una red o sobre una cuenta, pausas con Retry-After'
const plainTextReply = (text: string) => ({ type: 'text/plain', text })
const OK_OR_NO = plainTextReply('`OK`, o `NO` si no se pudo')

const CLIENTS = toAreaOperations('clients', {
  'GET /api/human-check/challenge': {
    summary: 'Un reto de la verificación humana',
    reply: challengeReply,
    refusals: [429],
    limit: 'CHALLENGES_PER_MINUTE por minuto y red',
  },
  'POST /api/registro': {
    summary: 'Registra una solicitud de cuenta',
    reply: doneReply,
    headers: [HUMAN_CHECK_HEADER],
    refusals: [429],
    limit: ATTEMPT_LIMIT,
  },
  'POST /api/market/users/login': {
    summary: 'Ingreso; una respuesta 200 puede ser un rechazo',
    reply: loginReply,
    headers: [HUMAN_CHECK_HEADER, TAKEOVER_HEADER],
    replyHeaders: ['Set-Cookie'],
    refusals: [429],
    limit: ATTEMPT_LIMIT,
  },
  'POST /api/market/users/logout': {
    summary: 'Cierra la sesión',
    reply: doneReply,
    replyHeaders: ['Set-Cookie'],
  },
  'GET /api/market/users/session': { summary: 'El cliente de la sesión', reply: sessionReply },
  'POST /api/market/user/terminos': {
    summary: 'Acepta los términos',
    reply: termsReply,
    refusals: [403],
  },
  'POST /api/application-token/login': {
    summary: 'El token de la cuenta de aplicación',
    reply: applicationTokenReply,
    refusals: [403, 404],
  },
})

const PASSWORDS = toAreaOperations('passwords', {
  'POST /api/password/restPassword.php': {
    summary: 'Pide el correo con el enlace de recuperación',
    body: 'form',
    reply: plainTextReply('`OK`, exista o no la cuenta'),
    headers: [HUMAN_CHECK_HEADER],
    refusals: [429],
    limit: ATTEMPT_LIMIT,
  },
  'POST /api/password/verifyTokens.php': {
    summary: 'Verifica el enlace sin gastarlo',
    body: 'form',
    reply: OK_OR_NO,
  },
  'POST /api/password/ChangePassword.php': {
    summary: 'Cambia la contraseña con el enlace',
    body: 'form',
    reply: OK_OR_NO,
  },
  'POST /api/password/RenewPassword.php': {
    summary: 'Reemplaza la contraseña vencida',
    body: 'form',
    reply: OK_OR_NO,
    replyHeaders: ['Set-Cookie'],
    refusals: [403],
  },
})

const PAYMENTS = toAreaOperations('payments', {
  'POST /api/market/pagos/ordenes': {
    summary: 'Crea una orden de pago',
    reply: newOrderReply,
    refusals: [409, 429],
    limit: '10 por minuto y red',
  },
  'GET /api/market/pagos/ordenes': {
    summary: 'Las órdenes del cliente',
    reply: ordersReply,
    refusals: [403],
  },
  'GET /api/market/pagos/ordenes/:referencia': {
    summary: 'Una orden, con su acceso o con la sesión de su cliente',
    reply: orderReply,
    refusals: [404],
  },
  'POST /api/market/pagos/confirmacion': {
    summary: 'La confirmación firmada del proveedor',
    body: 'form',
    reply: confirmationReply,
    refusals: [409, 503],
  },
})

/** Operations of clients, passwords and payments. */
export const CLIENT_OPERATIONS: Operations = { ...CLIENTS, ...PASSWORDS, ...PAYMENTS }
