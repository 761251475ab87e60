/** How to reach sales and support of the demo. Neither the address nor the number exists. */
export const DEMO_CONTACT = {
  mail: 'servicio@mercadodolar.example',
  phone: '(601) 555 01 40',
  city: 'Bogotá D. C., Colombia',
} as const
