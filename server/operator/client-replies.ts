import type { OperatedClient, StoredRegistration } from '#server/identity/identity.ts'
import type { ClientsReply, RegistrationsReply } from '#src/adapters/http/contract/operator/clients.ts'
import type { ClientStatus } from '#src/domain/identity/account.ts'
import { toLastDay } from '#src/domain/identity/account-expiry.ts'
import { toIso } from '#src/domain/time/bogota.ts'

const CLIENT_STATUS_WORDS: Readonly<Record<ClientStatus, string>> = {
  active: 'Activa',
  invited: 'Invitada',
  'terms-pending': 'Términos pendientes',
  'password-expired': 'Contraseña expirada',
  expired: 'Expirada',
  disabled: 'Inactiva',
}

const REGISTRATION_STATUS_WORDS: Readonly<Record<StoredRegistration['status'], string>> = {
  pending: 'Pendiente',
  accepted: 'Aceptado',
  refused: 'Rechazado',
}

export const toClientReply = (client: OperatedClient): ClientsReply['data'][number] => ({
  usr_name: client.username,
  nombre: client.name,
  email_address: client.email,
  estado: CLIENT_STATUS_WORDS[client.status],
  hasta: client.expiresAt === null ? null : toLastDay(client.expiresAt),
  creado: toIso(client.createdAt),
})

export const toRegistrationReply = (registration: StoredRegistration): RegistrationsReply['data'][number] => ({
  referencia: registration.reference,
  fecha: toIso(registration.receivedAt),
  estado: REGISTRATION_STATUS_WORDS[registration.status],
  nombre: `${registration.firstName} ${registration.lastName}`,
  empresa: registration.company,
  email: registration.email,
  telefono: registration.phone,
  producto: registration.product,
  motivo: registration.reason,
})
