import { Component, type ReactNode } from 'react'
import { useMessages } from './i18n.tsx'
import { sharedMessages } from './messages.ts'
import { Button } from './ui/button.tsx'
import { Notice } from './ui/notice.tsx'

interface Props {
  readonly children: ReactNode
}

/** Shows an error with a reload button if rendering throws, instead of an empty page. */
export class ErrorBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <Crashed /> : this.props.children
  }
}

function Crashed() {
  const t = useMessages(sharedMessages)
  return (
    <Notice tone="danger" title={t.failedTitle} headingLevel={1}>
      <p>{t.crashed}</p>
      <Button onClick={() => location.reload()}>{t.reload}</Button>
    </Notice>
  )
}
