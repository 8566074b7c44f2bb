import { useEffect } from 'react'
import { api, unwrap } from '../shared/api/api.ts'
import { EventTypeList } from '../shared/event-type-list.tsx'
import { cityOf } from '../shared/format.ts'
import { useMessages } from '../shared/i18n.tsx'
import { sharedMessages } from '../shared/messages.ts'
import { inAccount, pathParts } from '../shared/page-path.ts'
import { ButtonLink } from '../shared/ui/button.tsx'
import { FailureNotice } from '../shared/ui/failure-notice.tsx'
import { Frame } from '../shared/ui/frame.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { Skeleton } from '../shared/ui/skeleton.tsx'
import { useLoaded } from '../shared/use-loaded.ts'
import { providerMessages } from './messages.ts'
import styles from './provider-page.module.css'

/** `ada`, or `a/lakeside/ada`. */
const [SLUG = '', ACCOUNT] = pathParts.toReversed()

/** The public page of a provider, with its event types. */
export function ProviderPage() {
  const t = useMessages(providerMessages)
  const shared = useMessages(sharedMessages)
  const [loaded, reload] = useLoaded(SLUG, (signal) =>
    unwrap(
      api.GET('/v1/public/{providerSlug}', {
        params: { path: { providerSlug: SLUG }, query: inAccount(ACCOUNT) },
        signal,
      }),
    ),
  )
  const provider = loaded.state === 'ready' ? loaded.value : undefined
  useEffect(() => {
    if (provider) document.title = provider.name
  }, [provider])
  if (loaded.state === 'failed') {
    return (
      <Frame>
        <FailureNotice headingLevel={1} error={loaded.error} onRetry={reload} />
      </Frame>
    )
  }
  if (provider === undefined) {
    return (
      <Frame>
        <div className={styles.head} aria-busy="true">
          <Skeleton width="4.5rem" height="4.5rem" />
          <Skeleton width="14rem" height="2.25rem" />
          <Skeleton width="10rem" height="1.5rem" />
        </div>
        <Skeleton width="100%" height="5.25rem" />
        <Skeleton width="100%" height="5.25rem" />
        {loaded.state === 'loading' && loaded.isSlow && <p role="status">{shared.slow}</p>}
      </Frame>
    )
  }
  const { name, specialty, timeZone, eventTypes, path, nextOpenedDate, propertyId } = provider
  return (
    <Frame>
      <header className={styles.head}>
        <span aria-hidden="true" className={styles.initials}>
          {initialsOf(name)}
        </span>
        <h1 dir="auto">{name}</h1>
        <p dir="auto">{[specialty, cityOf(timeZone)].filter(Boolean).join(' · ')}</p>
      </header>
      {propertyId !== null ? (
        <ButtonLink kind="primary" href={`/stays/${propertyId}`}>
          {t.property}
        </ButtonLink>
      ) : eventTypes.length === 0 && nextOpenedDate === null ? (
        <Notice tone="info" title={t.emptyTitle}>
          <p>{t.empty}</p>
        </Notice>
      ) : (
        <section className={styles.choice}>
          <h2>{t.choose}</h2>
          <EventTypeList
            providerPath={path}
            eventTypes={eventTypes}
            nextOpenedDate={nextOpenedDate}
            headingLevel={3}
          />
        </section>
      )}
    </Frame>
  )
}

/** The initials of the last two words: "Dr. Ada Berger" becomes "AB". */
const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(-2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('')
