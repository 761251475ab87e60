/** Title and text of each clause of the clients' terms. */
export const CLAUSES: readonly (readonly [title: string, text: string])[] = [
  [
    '1. Objeto',
    'Estos términos regulan el acceso al servicio de información del mercado de dólar en Colombia: precios, montos, gráficas y estadísticas del par USD/COP.',
  ],
  [
    '2. Uso de la información',
    'La información es para uso propio del usuario registrado. No puede redistribuirse, publicarse ni integrarse en otros sistemas sin autorización escrita.',
  ],
  [
    '3. Cuenta y clave',
    'La cuenta es personal. Solo se permite una sesión activa por usuario. Usted responde por el uso de su clave y debe avisar si sospecha que alguien más la conoce.',
  ],
  [
    '4. Disponibilidad',
    'El servicio opera en los horarios del mercado. Puede haber interrupciones por mantenimiento o por fallas de terceros, que se informarán en cuanto se conozcan.',
  ],
  [
    '5. Alcance',
    'La información publicada no constituye recomendación de inversión. Las decisiones que usted tome son de su exclusiva responsabilidad.',
  ],
  [
    '6. Datos personales',
    'Sus datos se tratan según la política de privacidad y solo para prestar el servicio. Puede conocerlos, corregirlos o pedir que se supriman.',
  ],
  [
    '7. Vigencia',
    'Estos términos rigen desde su aceptación. Si cambian, se le pedirá aceptarlos de nuevo al iniciar sesión.',
  ],
]
