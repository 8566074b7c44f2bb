import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { directionOf } from '../../shared/language.ts'
import { Card } from '../../shared/ui/card.tsx'
import { Failure } from '../ui/failure.tsx'
import styles from '../ui/form-page.module.css'
import { type Message, previewQuery } from './email-queries.ts'
import own from './emails.module.css'
import { emailMessages } from './messages.ts'

interface Draft {
  readonly subject: string
  readonly text: string
}

const PAUSE_MILLISECONDS = 400

/** A draft as it was when the reader last paused. */
function usePaused(draft: Draft): Draft {
  const [paused, setPaused] = useState(draft)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(draft), PAUSE_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [draft])
  return paused
}

/** Shows an email with sample data while it is edited. */
export function MailPreview(props: { readonly message: Message; readonly draft: Draft }) {
  const { message, draft } = props
  const t = useMessages(emailMessages)
  const preview = useQuery(previewQuery(message, usePaused(draft)))
  return (
    <Card className={`${styles.card} ${own.preview}`}>
      <div className={styles.cardHead}>
        <h2>{t.preview}</h2>
        <p>{t.previewLead}</p>
      </div>
      {preview.isError && <Failure error={preview.error} />}
      {preview.data && (
        <div className={own.mail}>
          <p className={own.subject} lang={message.language} dir={directionOf(message.language)}>
            {preview.data.subject}
          </p>
          <MailFrame html={preview.data.html} title={t.previewFrame} />
        </div>
      )}
    </Card>
  )
}

const MIN_HEIGHT_PIXELS = 160

// The policy of this page allows no inline styles, also within its frames. Only scripts of the page may set
// them. Text of an email has no quotation marks: the server escapes them.
const STYLE = ' style="'
const HELD_STYLE = ' data-style="'
/** The dark colors, which a preview on a white page does not need. */
const STYLE_SHEET = /<style>.*?<\/style>/s

/** Shows the HTML of an email in a frame without scripts and links, as high as its content. */
function MailFrame({ html, title }: { readonly html: string; readonly title: string }) {
  const [height, setHeight] = useState(MIN_HEIGHT_PIXELS)
  const show = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
    const content = currentTarget.contentDocument
    if (content === null) return
    for (const element of content.querySelectorAll<HTMLElement>('[data-style]')) {
      element.style.cssText = element.dataset.style ?? ''
    }
    for (const link of content.links) link.removeAttribute('href')
    setHeight(Math.max(MIN_HEIGHT_PIXELS, content.documentElement.scrollHeight))
  }
  return (
    <iframe
      title={title}
      sandbox="allow-same-origin"
      srcDoc={html.replace(STYLE_SHEET, '').replaceAll(STYLE, HELD_STYLE)}
      style={{ height }}
      onLoad={show}
    />
  )
}
