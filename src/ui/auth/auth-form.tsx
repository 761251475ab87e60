import type { ComponentProps } from 'react'

/**
 * A form of the identity screens. A form that is submitted before hydration is sent by the browser:
 * by POST, because GET would write the password into the address.
 */
export const AuthForm = (props: Omit<ComponentProps<'form'>, 'method' | 'noValidate'>) => (
  <form method="post" noValidate {...props} />
)
