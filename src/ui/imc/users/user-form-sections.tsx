import type { ReactNode } from 'react'
import type { UserFormSnapshot } from '#src/application/imc/users/user-form.ts'
import { ROLE_WORDS, yesOrNo } from '#src/application/imc/users/users.ts'
import type { EntityUser } from '#src/domain/imc/users/entity-user.ts'
import { IMC_ROLES } from '#src/domain/imc/users/roles.ts'
import type { UserFormValues } from '#src/domain/imc/users/user-form.ts'
import { Missing } from '#src/ui/parts/figures.tsx'
import { ListboxField } from '#src/ui/parts/listbox-field.tsx'
import { SegmentsField } from '#src/ui/parts/segments-field.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'
import type { ValidatedForm } from '#src/ui/parts/use-validated-form.ts'

const ROLES = IMC_ROLES.map((role) => [role, ROLE_WORDS[role]] as const)
const YES_NO = [
  ['yes', 'Sí'],
  ['no', 'No'],
] as const

type UserForm = ValidatedForm<UserFormValues>

interface BlockProps {
  readonly title: string
  readonly note?: string
  readonly children: ReactNode
}

/** A titled part of the form, with the title at the left. */
export const Block = ({ title, note, children }: BlockProps) => (
  <div className="grid gap-y-2 border-t border-line pt-4.5 pb-1 sm:grid-cols-[184px_minmax(0,1fr)] sm:gap-x-6">
    <div className="sm:pb-3.5">
      <h3 className="font-620 wdth-text">{title}</h3>
      {note && <p className="max-w-[22ch] text-xs text-muted max-sm:max-w-none">{note}</p>}
    </div>
    {children}
  </div>
)

interface ChildrenProps {
  readonly children: ReactNode
}

/** The fields of a block in two columns. */
const Columns = ({ children }: ChildrenProps) => <div className="grid gap-x-5 sm:grid-cols-2">{children}</div>

/** A field over both columns. */
const WideField = ({ children }: ChildrenProps) => <div className="sm:col-span-full">{children}</div>

interface AccessProps {
  readonly state: UserForm
  readonly requiresEmail: boolean
}

export function AccessBlock({ state: { field, radios }, requiresEmail }: AccessProps) {
  return (
    <Block title="Acceso" note="El rol decide qué puede hacer en la entidad.">
      <Columns>
        <SegmentsField label="Rol" choices={ROLES} {...radios('role')} />
        <TextField
          label="Nombre de usuario"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          optional
          hint="Sin él se forma con el nombre."
          {...field('username')}
        />
        <WideField>
          <TextField
            label="Correo electrónico"
            type="email"
            autoComplete="off"
            optional={!requiresEmail}
            {...(requiresEmail && { hint: 'Obligatorio para administrador' })}
            {...field('email')}
          />
        </WideField>
      </Columns>
    </Block>
  )
}

interface PersonProps {
  readonly state: UserForm
  readonly documentTypes: UserFormSnapshot['documentTypes']
  readonly hasCheckDigit: boolean
}

export function PersonBlock({ state: { field, choice }, documentTypes, hasCheckDigit }: PersonProps) {
  return (
    <Block title="Persona" note="Como aparece en su documento.">
      <Columns>
        <ListboxField
          label="Tipo de documento"
          placeholder="Seleccione"
          choices={documentTypes.map(({ code, name }) => [code, name] as const)}
          {...choice('documentType')}
        />
        <TextField label="Documento" inputMode="text" autoComplete="off" {...field('documentNumber')} />
        {hasCheckDigit && (
          <TextField
            label="Dígito de verificación"
            inputMode="numeric"
            autoComplete="off"
            optional
            {...field('checkDigit')}
          />
        )}
        <WideField>
          <TextField label="Nombre" autoComplete="off" {...field('name')} />
        </WideField>
        <TextField label="Cargo" autoComplete="off" optional {...field('position')} />
        <TextField label="Teléfono" type="tel" autoComplete="off" optional {...field('telephone')} />
      </Columns>
    </Block>
  )
}

export const StatusBlock = ({ state: { radios } }: { readonly state: UserForm }) => (
  <Block title="Estado">
    <Columns>
      <SegmentsField label="Activo" choices={YES_NO} {...radios('active')} />
      <SegmentsField label="Contingencia" choices={YES_NO} {...radios('contingency')} />
    </Columns>
  </Block>
)

/** The values that an edit cannot change (§5). */
export const ReadOnlyBlock = ({
  user,
  contractUrl,
}: {
  readonly user: EntityUser
  readonly contractUrl: string | null
}) => (
  <Block title="Solo lectura" note="Estos datos no se cambian aquí.">
    <dl className="grid gap-x-5 gap-y-3.5 pb-3.5 sm:grid-cols-2">
      {(
        [
          ['Rol', ROLE_WORDS[user.role]],
          ['Nombre de usuario', user.username],
          ['Correo electrónico', user.email],
          ['Activo', yesOrNo(user.active)],
          ['Contingencia', yesOrNo(user.contingency)],
        ] as const
      ).map(([name, text]) => (
        <div key={name}>
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="wrap-anywhere">{text === '' ? <Missing /> : text}</dd>
        </div>
      ))}
      {contractUrl !== null && (
        <div>
          <dt className="text-sm text-muted">Contrato</dt>
          <dd className="wrap-anywhere">
            <a href={contractUrl} download>
              Descargar contrato
            </a>
          </dd>
        </div>
      )}
    </dl>
  </Block>
)
