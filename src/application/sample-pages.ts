import type { PortalLinks } from '#src/application/portal-config.ts'

/** The pages of the operator that the demo shows as samples (§2.2, D62). */
export type SamplePage = 'exchange' | 'contact' | 'privacy' | 'dataTreatment' | 'termsOfUse'

interface Section {
  readonly heading: string
  readonly paragraphs: readonly string[]
}

/** The text of a page. */
export interface SampleText {
  readonly intro: string
  readonly sections: readonly Section[]
}

export const SAMPLE_MARK = 'Texto de ejemplo'
export const SAMPLE_NOTE =
  'Esta página muestra dónde va el texto del operador del portal. No tiene efectos legales ni comerciales.'
export const UNPUBLISHED = 'El operador de este portal aún no ha publicado este texto.'
export const PUBLISHED_ELSEWHERE = 'Este texto está publicado en otra dirección:'

/** The configured link of each page. */
export const SAMPLE_LINKS: Readonly<Record<SamplePage, Exclude<keyof PortalLinks, 'contactMail' | 'phone' | 'city'>>> =
  {
    exchange: 'exchange',
    contact: 'contact',
    privacy: 'privacy',
    dataTreatment: 'dataTreatment',
    termsOfUse: 'terms',
  }

export const SAMPLE_TEXTS: Readonly<Record<SamplePage, SampleText>> = {
  exchange: {
    intro: 'Compra y venta de divisas con un intermediario del mercado cambiario.',
    sections: [
      {
        heading: 'Quién puede comprar y vender',
        paragraphs: [
          'En Colombia, las operaciones de cambio obligatorias se canalizan por intermediarios del mercado cambiario: bancos, corporaciones financieras, comisionistas de bolsa y otras entidades autorizadas.',
          'Las demás operaciones pueden hacerse también con profesionales del cambio inscritos ante la DIAN.',
        ],
      },
      {
        heading: 'Qué documentos se necesitan',
        paragraphs: [
          'Para importaciones, exportaciones, endeudamiento externo e inversiones se diligencia la declaración de cambio. Su intermediario indica los soportes de cada operación.',
        ],
      },
      {
        heading: 'Qué precio se aplica',
        paragraphs: [
          'El precio de cada operación es el que acuerdan las partes. La TRM y los precios de este portal son una referencia: no obligan a ningún intermediario a comprar ni a vender.',
        ],
      },
    ],
  },
  contact: {
    intro: 'Ventas, soporte y peticiones sobre sus datos.',
    sections: [
      {
        heading: 'Ventas',
        paragraphs: [
          'Para contratar el servicio en tiempo real, pida una demostración con el formulario de registro o escríbanos. Los planes y sus precios están en la página de precios.',
        ],
      },
      {
        heading: 'Soporte',
        paragraphs: [
          'Atendemos de lunes a viernes de 7:30 a. m. a 5:30 p. m., hora de Colombia, en los días hábiles. Indique su usuario, la pantalla y la hora de lo que ocurrió; nunca nos envíe su contraseña.',
        ],
      },
      {
        heading: 'Sus datos personales',
        paragraphs: [
          'Para conocer, actualizar, rectificar o suprimir sus datos, escriba desde el correo de su cuenta. Respondemos las consultas en diez días hábiles y los reclamos en quince.',
        ],
      },
    ],
  },
  privacy: {
    intro: 'Qué información recoge este portal cuando usted lo visita, y para qué la usa.',
    sections: [
      {
        heading: 'Visitas sin cuenta',
        paragraphs: [
          'El portal no usa publicidad ni seguimiento de terceros. El servidor guarda la dirección de red y la hora de las solicitudes el tiempo necesario para proteger el servicio.',
          'La apariencia y las filas por página que usted elige se guardan en cookies de su navegador.',
        ],
      },
      {
        heading: 'Cuentas de clientes',
        paragraphs: [
          'Al ingresar se guarda una cookie de sesión, que vence a las doce horas o al cerrar la sesión. Si usted lo pide, el navegador recuerda su nombre de usuario, nunca su contraseña.',
        ],
      },
      {
        heading: 'Cambios de esta política',
        paragraphs: ['Los cambios se publican en esta página con su fecha, antes de que empiecen a regir.'],
      },
    ],
  },
  dataTreatment: {
    intro: 'Cómo se tratan los datos personales conforme a la Ley 1581 de 2012 y sus decretos.',
    sections: [
      {
        heading: 'Responsable',
        paragraphs: [
          'El responsable del tratamiento es el operador de este portal. Sus datos de contacto están al pie de cada página.',
        ],
      },
      {
        heading: 'Finalidades',
        paragraphs: [
          'Los datos del registro se usan para atender su solicitud, crear la cuenta, prestar el servicio, cobrarlo e informarle sobre él. No se venden ni se entregan para otros fines.',
        ],
      },
      {
        heading: 'Sus derechos',
        paragraphs: [
          'Usted puede conocer, actualizar, rectificar y suprimir sus datos, pedir prueba de su autorización, revocarla y presentar quejas ante la Superintendencia de Industria y Comercio.',
        ],
      },
      {
        heading: 'Vigencia',
        paragraphs: [
          'Los datos se conservan mientras exista la cuenta y el tiempo que exijan las normas contables y cambiarias.',
        ],
      },
    ],
  },
  termsOfUse: {
    intro: 'Las condiciones para usar la información de este portal.',
    sections: [
      {
        heading: 'La información',
        paragraphs: [
          'Los precios, montos y estadísticas son informativos. Para los visitantes tienen al menos 15 minutos de retraso. No son una oferta ni una recomendación de inversión.',
        ],
      },
      {
        heading: 'Su cuenta',
        paragraphs: [
          'La cuenta es personal: no comparta su usuario ni su contraseña. Cada cuenta tiene una sola sesión abierta; un ingreso nuevo puede cerrar la anterior.',
        ],
      },
      {
        heading: 'Redistribución',
        paragraphs: [
          'La información no puede copiarse, redistribuirse ni usarse en otros productos sin autorización escrita.',
        ],
      },
      {
        heading: 'Responsabilidad',
        paragraphs: [
          'El operador hace lo posible por publicar datos exactos y a tiempo, pero no responde por decisiones tomadas con ellos ni por interrupciones ajenas a su control.',
        ],
      },
    ],
  },
}
