import { SESSION_ACTIVE, SESSION_ACTIVE_OFFER } from '#src/application/identity/login-messages.ts'
import { CheckedSubmit } from '#src/ui/auth/checked-submit.tsx'
import type { RunningLogin } from '#src/ui/auth/use-login.ts'
import { Verdict } from '#src/ui/auth/verdict.tsx'

/** Somebody is in already with this user: the person may end that session, with a new human check (D5). */
export function SessionActive({ snapshot, send }: RunningLogin) {
  const busy = snapshot.matches('submitting')
  return (
    <div className="takeover">
      <Verdict icon="warning" tone="err" lead={SESSION_ACTIVE}>
        {SESSION_ACTIVE_OFFER}
      </Verdict>
      <CheckedSubmit
        form={snapshot}
        onFact={send}
        label="Cerrar la otra sesión y entrar"
        busyLabel="Verificando…"
        busy={busy}
        onPress={() => send({ type: 'TAKE_OVER' })}
      />
      <button type="button" className="btn sec wide" disabled={busy} onClick={() => send({ type: 'CANCEL' })}>
        Cancelar
      </button>
    </div>
  )
}
