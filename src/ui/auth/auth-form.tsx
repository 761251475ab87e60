import type { ComponentProps } from 'react'

/**
 * A form of the identity screens. Sent before the scripts run, a GET form would write its password
 * into the address.
 */
export const AuthForm = (props: Omit<ComponentProps<'form'>, 'method' | 'noValidate'>) => (
  <form method="post" noValidate {...props} />
)
