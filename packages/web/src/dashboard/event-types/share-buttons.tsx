import { useState } from 'react'
import { serverAddress } from '../../shared/base-path.ts'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import type { EventType, Provider } from '../api.ts'
import { CopyText } from '../ui/copy-text.tsx'
import { useToast } from '../ui/toasts.tsx'
import { eventTypeMessages } from './messages.ts'
import { usePagePath } from './use-page-path.ts'

/** The tag that embeds the page at a path. */
function embedCode(path: string): string {
  const [, account, page] = /^\/(?:a\/([^/]+)\/(?=.+\/))?(.+)$/.exec(path) ?? []
  const ofAccount = account === undefined ? '' : ` data-account="${account}"`
  return `<script src="${serverAddress()}/embed.js" data-holdfast="${page}"${ofAccount} async></script>`
}

interface ShareButtonsProps {
  readonly provider: Provider
  readonly eventType: EventType
}

/** Copies the link to a booking page, and shows the code that embeds it in another site. */
export function ShareButtons({ provider, eventType }: ShareButtonsProps) {
  const t = useMessages(eventTypeMessages)
  const toast = useToast()
  const [shown, setShown] = useState<'link' | 'code'>()
  const path = usePagePath(provider, eventType)
  if (path === undefined) return null
  const link = `${serverAddress()}${path}`
  const code = embedCode(path)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      toast({ title: t.linkCopied })
    } catch {
      // Browsers offer no clipboard on pages loaded over plain http, or the user has denied it.
      setShown('link')
    }
  }
  const close = () => setShown(undefined)
  return (
    <>
      <Button
        kind="quiet"
        aria-label={`${t.copyLink}: ${eventType.title}`}
        onClick={() => void copy()}
      >
        {t.copyLink}
      </Button>
      <Button
        kind="quiet"
        aria-label={`${t.embed}: ${eventType.title}`}
        onClick={() => setShown('code')}
      >
        {t.embed}
      </Button>
      {shown === 'link' && (
        <CopyText title={t.linkTitle} text={eventType.title} copied={link} onClose={close} />
      )}
      {shown === 'code' && (
        <CopyText title={t.embedTitle} text={t.embedLead} copied={code} onClose={close} />
      )}
    </>
  )
}
