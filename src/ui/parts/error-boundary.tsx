import { Component, type ReactNode } from 'react'

import { UNEXPECTED_RENDER_ERROR } from '#src/application/platform/log-messages.ts'

interface Props {
  readonly children: ReactNode
  /** Replaces the part after an error; `retry` renders the part again. */
  readonly fallback: (retry: () => void) => ReactNode
  readonly onError: (message: string, detail: unknown) => void
}

interface State {
  readonly hasFailed: boolean
}

/**
 * Limits an unexpected error to one part of the page. It is a class, because React has no hook for
 * error boundaries.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError = (): State => ({ hasFailed: true })

  readonly retry = () => this.setState({ hasFailed: false })

  override componentDidCatch(error: unknown): void {
    this.props.onError(UNEXPECTED_RENDER_ERROR, error)
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback(this.retry) : this.props.children
  }
}
