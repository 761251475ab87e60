import { type ReactNode, useId } from 'react'
import { useRouter } from 'wouter'
import { type RegistrationView, registrationViolationMessage } from '#src/application/identity/registration.ts'
import {
  type Identification,
  type LegalPerson,
  type Product,
  REGISTRATION_LENGTHS,
  type RegistrationForm,
} from '#src/domain/identity/registration.ts'
import { CheckField } from '#src/ui/parts/check-field.tsx'
import { ComboboxField } from '#src/ui/parts/combobox-field.tsx'
import { isOwnPath } from '#src/ui/parts/contact.tsx'
import { FieldNote, toAriaAttributes } from '#src/ui/parts/field.tsx'
import { ListboxField } from '#src/ui/parts/listbox-field.tsx'
import { SegmentsField } from '#src/ui/parts/segments-field.tsx'
import { TextField } from '#src/ui/parts/text-field.tsx'
import { useValidatedForm } from '#src/ui/parts/use-validated-form.ts'
import { useConfig } from '#src/ui/portal/config-context.tsx'

const EMPTY_FORM: RegistrationForm = {
  firstName: '',
  lastName: '',
  enterprise: '',
  legalPerson: '',
  identification: '',
  identificationNumber: '',
  email: '',
  country: '',
  city: '',
  telephone: '',
  product: '',
  acceptsTerms: false,
  authorisesData: false,
}

/** Returns the form of the registration and the countries of its list. */
export const useRegistrationForm = (view: Pick<RegistrationView, 'findErrors' | 'countries'>) => ({
  ...useValidatedForm(view, EMPTY_FORM),
  countries: view.countries,
})

type RegistrationState = ReturnType<typeof useRegistrationForm>

const IDENTIFICATION_LABELS: readonly (readonly [value: Identification, label: string])[] = [
  ['C', 'Cédula (C)'],
  ['N', 'Nit (N)'],
]

const PERSON_LABELS: readonly (readonly [value: LegalPerson, label: string])[] = [
  ['natural', 'Natural'],
  ['juridica', 'Jurídica'],
]

const PRODUCT_LABELS: readonly (readonly [value: Product, label: string, text: string])[] = [
  ['dolar', 'Dólar', 'Precios, montos y gráficas USD/COP en tiempo real.'],
  ['analytics', 'Analytics', 'Series históricas y estadísticas del mercado.'],
  ['analisisTecnico', 'Análisis técnico', 'Velas, medias móviles y bandas de Bollinger.'],
]

const ENTERPRISE_HINT = registrationViolationMessage({ code: 'length', ...REGISTRATION_LENGTHS.enterprise })

interface BlockProps {
  readonly title: string
  readonly description?: string
  readonly children: ReactNode
}

const Block = ({ title, description, children }: BlockProps) => (
  <div className="grid gap-x-grid gap-y-3.5 border-t border-line pt-5.5 pb-3.5 first:border-t-2 first:border-rule md:grid-cols-[4fr_7fr_1fr]">
    <div>
      <h2>{title}</h2>
      {description && <p className="mt-0.75 max-w-[32ch] text-sm text-muted">{description}</p>}
    </div>
    {children}
  </div>
)

export function PersonBlock({ field, choice }: RegistrationState) {
  return (
    <Block title="Quién es usted" description="Como aparece en su documento.">
      <div className="grid gap-x-grid sm:grid-cols-[1fr_1fr]">
        <TextField label="Nombres" autoComplete="given-name" {...field('firstName')} />
        <TextField label="Apellidos" autoComplete="family-name" {...field('lastName')} />
        <ListboxField
          label="Tipo de identificación"
          choices={IDENTIFICATION_LABELS}
          placeholder="Elija una opción"
          {...choice('identification')}
        />
        <TextField
          label="Número de identificación"
          inputMode="numeric"
          autoComplete="off"
          {...field('identificationNumber')}
        />
      </div>
    </Block>
  )
}

export function EnterpriseBlock({ field, choice, radios, countries }: RegistrationState) {
  return (
    <Block title="Su empresa" description="La entidad que usará el servicio.">
      <div className="grid gap-x-grid sm:grid-cols-[1fr_1fr]">
        <SegmentsField label="Tipo de persona" choices={PERSON_LABELS} {...radios('legalPerson')} />
        <TextField label="Empresa" autoComplete="organization" hint={ENTERPRISE_HINT} {...field('enterprise')} />
        <ComboboxField label="País" choices={countries} placeholder="Elija un país" {...choice('country')} />
        <TextField label="Ciudad" autoComplete="address-level2" {...field('city')} />
      </div>
    </Block>
  )
}

export const ContactBlock = ({ field }: RegistrationState) => (
  <Block title="Datos de contacto" description="Solo para atender esta solicitud.">
    <div className="grid gap-x-grid sm:grid-cols-[1fr_1fr]">
      <TextField type="email" label="Correo electrónico" autoComplete="email" {...field('email')} />
      <TextField type="tel" label="Teléfono" autoComplete="tel" {...field('telephone')} />
    </div>
  </Block>
)

export function ProductBlock({ radios }: RegistrationState) {
  const id = useId()
  const { input, error } = radios('product')
  return (
    <Block title="Qué le interesa" description="Podrá cambiarlo al hablar con su asesor.">
      <div>
        <div
          className="grid border-t border-line"
          role="radiogroup"
          aria-label="Producto"
          {...toAriaAttributes(id, { error })}
        >
          {PRODUCT_LABELS.map(([value, label, text]) => (
            <label
              key={value}
              className="grid cursor-pointer grid-cols-[20px_1fr] items-start gap-x-3 gap-y-0.5 border-b border-line py-2.75"
            >
              <input
                className="row-[1/span_2] mt-0.75 size-4.5 accent-accent"
                type="radio"
                value={value}
                aria-labelledby={`${id}-${value}`}
                aria-describedby={`${id}-${value}-text`}
                {...input}
              />
              <b className="font-580" id={`${id}-${value}`}>
                {label}
              </b>
              <span className="col-start-2 text-sm text-muted" id={`${id}-${value}-text`}>
                {text}
              </span>
            </label>
          ))}
        </div>
        {error && (
          <div className="mt-1.5">
            <FieldNote id={id} error={error} />
          </div>
        )}
      </div>
    </Block>
  )
}

interface DocumentProps {
  readonly href: string | null
  readonly children: string
}

/** A link that opens in a new tab, so that the values of the form are not lost. */
function DocumentLink({ href, children }: DocumentProps) {
  // A `Link` would navigate in this tab; without it, a path of the portal needs its folder.
  const { base } = useRouter()
  if (href === null) return children
  return (
    <a href={isOwnPath(href) ? base + href : href} target="_blank" rel="noopener">
      {children}
    </a>
  )
}

export function ConsentBlock({ field }: RegistrationState) {
  const { links } = useConfig()
  return (
    <Block title="Autorizaciones">
      <div className="grid gap-3 pb-3">
        <CheckField aria-label="Acepto los términos y condiciones" {...field('acceptsTerms')}>
          Acepto los <DocumentLink href={links.terms}>términos y condiciones</DocumentLink>
        </CheckField>
        <CheckField aria-label="Autorizo el tratamiento de mis datos personales" {...field('authorisesData')}>
          Autorizo el <DocumentLink href={links.dataTreatment}>tratamiento de mis datos personales</DocumentLink>
        </CheckField>
      </div>
    </Block>
  )
}
