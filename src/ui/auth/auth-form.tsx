import type { ComponentProps } from 'react'

/**
 * A form of the identity screens. Before the scripts run, the browser itself sends the form: GET
 * would write the password into the address.
 */
export const AuthForm = (props: Omit<ComponentProps<'form'>, 'method' | 'noValidate'>) => (
  <form method="post" noValidate {...props} />
)
