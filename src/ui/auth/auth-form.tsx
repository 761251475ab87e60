import type { ComponentProps } from 'react'

/**
 * A form of the identity screens. Before hydration, the browser itself submits the form. It must
 * not be a GET, which would write the password into the address.
 */
export const AuthForm = (props: Omit<ComponentProps<'form'>, 'method' | 'noValidate'>) => (
  <form method="post" noValidate {...props} />
)
