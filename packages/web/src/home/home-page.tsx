import { useEffect } from 'react'
import { useMessages } from '../shared/i18n.tsx'
import { sharedMessages } from '../shared/messages.ts'
import { ButtonLink } from '../shared/ui/button.tsx'
import { Frame } from '../shared/ui/frame.tsx'
import styles from './home-page.module.css'
import { homeMessages } from './messages.ts'

/** The first page of a server: where to book, and where to run the day. */
export function HomePage() {
  const t = useMessages(homeMessages)
  return (
    <Frame>
      <div className={styles.hero}>
        <img src="/favicon.svg" alt="" width="56" height="56" />
        <h1>{t.title}</h1>
        <p>{t.lead}</p>
        <div className={styles.ways}>
          <ButtonLink kind="primary" href="/directory">
            {t.book}
          </ButtonLink>
          <ButtonLink href="/dashboard">{t.dashboard}</ButtonLink>
          <ButtonLink kind="quiet" href="/docs">
            {t.docs}
          </ButtonLink>
        </div>
      </div>
    </Frame>
  )
}

/** What stands at a path that no page has. */
export function NothingPage() {
  const t = useMessages(homeMessages)
  const shared = useMessages(sharedMessages)
  useEffect(() => {
    document.title = shared.notFoundTitle
  }, [shared])
  return (
    <Frame>
      <div className={styles.hero}>
        <h1>{shared.notFoundTitle}</h1>
        <p>{shared.notFound}</p>
        <div className={styles.ways}>
          <ButtonLink kind="primary" href="/directory">
            {t.book}
          </ButtonLink>
        </div>
      </div>
    </Frame>
  )
}
