import type { ComponentProps } from 'react'

/**
 * A form of the identity screens. Before hydration, the browser submits the form. The method is
 * POST, because GET would write the password into the address.
 */
export const AuthForm = (props: Omit<ComponentProps<'form'>, 'method' | 'noValidate'>) => (
  <form method="post" noValidate {...props} />
)
