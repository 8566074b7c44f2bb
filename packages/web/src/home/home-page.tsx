import { useEffect } from 'react'
import { addressOf } from '../shared/base-path.ts'
import { useMessages } from '../shared/i18n.tsx'
import { sharedMessages } from '../shared/messages.ts'
import { ButtonLink } from '../shared/ui/button.tsx'
import { Frame } from '../shared/ui/frame.tsx'
import styles from './home-page.module.css'
import { homeMessages } from './messages.ts'

/** The home page of a server, with links to the directory, the dashboard and the API documentation. */
export function HomePage() {
  const t = useMessages(homeMessages)
  useEffect(() => {
    document.title = t.title
  }, [t])
  return (
    <Frame>
      <div className={styles.hero}>
        <img src={addressOf('/favicon.svg')} alt="" width="56" height="56" />
        <h1>{t.title}</h1>
        <p>{t.lead}</p>
        <div className={styles.actions}>
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

/** The page at an unknown path. */
export function NotFoundPage() {
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
        <div className={styles.actions}>
          <ButtonLink kind="primary" href="/directory">
            {t.book}
          </ButtonLink>
        </div>
      </div>
    </Frame>
  )
}
