import { Component, type ReactNode } from 'react'
import { useMessages } from './i18n.tsx'
import { sharedMessages } from './messages.ts'
import { Button } from './ui/button.tsx'
import { Notice } from './ui/notice.tsx'

interface Props {
  readonly children: ReactNode
}

/** A part of the page that could not be loaded from the server. */
export class PartError extends Error {
  override readonly name = 'PartError'
}

/** Shows an error with a reload button if rendering throws, instead of an empty page. */
export class ErrorBoundary extends Component<Props, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return <Crashed isMissing={error instanceof PartError} />
  }
}

function Crashed({ isMissing }: { readonly isMissing: boolean }) {
  const t = useMessages(sharedMessages)
  return (
    <Notice tone="danger" title={t.failedTitle} headingLevel={1}>
      <p>{isMissing ? t.partMissing : t.crashed}</p>
      {/* A browser does not ask again for a script that failed, except after a reload. */}
      <Button onClick={() => location.reload()}>{isMissing ? t.retry : t.reload}</Button>
    </Notice>
  )
}
