import { Component, type ReactNode } from 'react'

import { UNEXPECTED_DRAWING } from '#src/application/platform/log-messages.ts'

interface Props {
  readonly children: ReactNode
  /** Takes the place of what failed; `retry` draws it anew. */
  readonly fallback: (retry: () => void) => ReactNode
  readonly onError: (message: string, detail: unknown) => void
}

interface State {
  readonly failed: boolean
}

/**
 * Keeps an unforeseen error inside the part of the page where it happened. React knows error
 * boundaries as classes only.
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
