import { useState } from 'react'
import styles from './calendar-links.module.css'
import { useMessages } from './i18n.tsx'
import { texts } from './language.ts'
import { Button, ButtonLink } from './ui/button.tsx'
import { FailureNotice } from './ui/failure-notice.tsx'

/** The texts of the calendar links. */
export const calendarLinkMessages = texts('calendarLinks', {
  title: 'Add to calendar',
  download: 'Calendar file (.ics)',
  google: 'Google Calendar',
  outlook: 'Outlook',
})

interface CalendarLinksProps {
  /** Loads the invitation, as an iCalendar file. */
  readonly load: () => Promise<string>
  readonly title: string
  readonly start: string
  readonly end: string
}

/** An instant in iCalendar's format: `20260427T090000Z`. */
const compact = (instant: string): string =>
  `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

const googleLink = ({ title, start, end }: CalendarLinksProps): string =>
  `https://calendar.google.com/calendar/render?${new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(start)}/${compact(end)}`,
  })}`

const outlookLink = ({ title, start, end }: CalendarLinksProps): string =>
  `https://outlook.live.com/calendar/0/deeplink/compose?${new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: new Date(start).toISOString(),
    enddt: new Date(end).toISOString(),
  })}`

/** Downloads a text as a file. */
function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Buttons that add a booking or a stay to the reader's calendar. */
export function CalendarLinks(props: CalendarLinksProps) {
  const { load } = props
  const t = useMessages(calendarLinkMessages)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const download = async () => {
    setIsBusy(true)
    setError(undefined)
    try {
      save('invite.ics', await load())
    } catch (failure) {
      setError(failure)
    } finally {
      setIsBusy(false)
    }
  }
  const newTab = { target: '_blank', rel: 'noopener noreferrer' } as const
  return (
    <section className={styles.links} aria-label={t.title}>
      <h2>{t.title}</h2>
      <div>
        <Button isBusy={isBusy} onClick={() => void download()}>
          {t.download}
        </Button>
        <ButtonLink href={googleLink(props)} {...newTab}>
          {t.google}
        </ButtonLink>
        <ButtonLink href={outlookLink(props)} {...newTab}>
          {t.outlook}
        </ButtonLink>
      </div>
      {error !== undefined && <FailureNotice error={error} />}
    </section>
  )
}
