/** Exports for the IMC area, which has the same password rules (D12, D16). */
// biome-ignore lint/performance/noBarrelFile: areas see each other only through the file named like the area.
export {
  createNewPasswordView,
  type NewPasswordView,
  type SetNewPassword,
} from '#src/application/identity/new-password-view.ts'
export { imcPasswordMessage } from '#src/application/identity/password-messages.ts'
export { SESSION_EXPIRED, SIGN_OUT_NOT_SENT } from '#src/application/identity/session-messages.ts'
export { type SetPasswordFailure, setPassword } from '#src/application/identity/set-password.ts'
