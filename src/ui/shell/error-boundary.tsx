import { Component, type ReactNode } from 'react'

import { UNEXPECTED_DRAWING } from '#src/application/platform/log-messages.ts'

interface Props {
  readonly children: ReactNode
  /** Replaces the failed part; `retry` renders the part again. */
  readonly fallback: (retry: () => void) => ReactNode
  readonly onError: (message: string, detail: unknown) => void
}

interface State {
  readonly failed: boolean
}

/**
 * Limits an unexpected error to one part of the page. React supports error boundaries only as
 * classes.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError = (): State => ({ failed: true })

  readonly retry = () => this.setState({ failed: false })

  override componentDidCatch(error: unknown): void {
    this.props.onError(UNEXPECTED_DRAWING, error)
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(this.retry) : this.props.children
  }
}
