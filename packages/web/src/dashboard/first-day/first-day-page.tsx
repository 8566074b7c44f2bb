import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import type { EventType, Provider } from '../api.ts'
import { NewBookingDialog } from '../bookings/new-booking-dialog.tsx'
import { ConnectDialog } from '../connections/connect-dialog.tsx'
import { VendorButtons } from '../connections/vendor-buttons.tsx'
import { PageLink } from '../event-types/page-link.tsx'
import { ShareButtons } from '../event-types/share-buttons.tsx'
import { MemberDialog } from '../members/member-dialog.tsx'
import { providersQuery, sessionQuery } from '../queries.ts'
import { go } from '../router.tsx'
import { Badge, Page } from '../ui/page.tsx'
import { Loading } from '../ui/query-view.tsx'
import { EventTypeDialog } from './event-type-dialog.tsx'
import styles from './first-day.module.css'
import { HoursDialog } from './hours-dialog.tsx'
import { IntentPicker } from './intent-picker.tsx'
import { firstDayMessages } from './messages.ts'
import { FirstProviderDialog } from './provider-dialog.tsx'
import { rememberFirstDay } from './remembered.ts'
import { type FirstDay, type Step, type StepName, useFirstDay } from './steps.ts'

/** The list of what to do before people can book, with the form of each step. */
export function FirstDayPage() {
  const t = useMessages(firstDayMessages)
  const firstDay = useFirstDay()
  const accountId = useQuery(sessionQuery).data?.account.id
  useEffect(() => {
    if (accountId !== undefined) rememberFirstDay(accountId, 'open')
  }, [accountId])
  const hide = () => {
    if (accountId !== undefined) rememberFirstDay(accountId, 'hidden')
    go('/')
  }
  return (
    <Page title={t.title} lead={t.lead} actions={<Button onClick={hide}>{t.hide}</Button>}>
      {firstDay === undefined ? <Loading /> : <Steps firstDay={firstDay} />}
    </Page>
  )
}

function Steps({ firstDay }: { readonly firstDay: FirstDay }) {
  const t = useMessages(firstDayMessages)
  const [open, setOpen] = useState<StepName>()
  const { steps } = firstDay
  const required = steps.filter(({ isOptional }) => !isOptional)
  const doneCount = required.filter(({ isDone }) => isDone).length
  // The step to do now: the first one that is open and possible.
  const next = steps.find(({ isDone, isOptional, after }) => !isDone && !isOptional && !after)
  return (
    <>
      <p className={styles.progress} role="status">
        {next === undefined ? t.allDone : t.progress(doneCount, required.length)}
      </p>
      <IntentPicker isOffered={firstDay.isEmpty} provider={firstDay.provider} />
      <ol className={styles.steps}>
        {steps.map((step) => (
          <StepRow
            key={step.name}
            step={step}
            isNext={step === next}
            firstDay={firstDay}
            onOpen={() => setOpen(step.name)}
          />
        ))}
      </ol>
      <StepForm open={open} firstDay={firstDay} onClose={() => setOpen(undefined)} />
    </>
  )
}

interface StepRowProps {
  readonly step: Step
  readonly isNext: boolean
  readonly firstDay: FirstDay
  readonly onOpen: () => void
}

function StepRow({ step, isNext, firstDay, onOpen }: StepRowProps) {
  const t = useMessages(firstDayMessages)
  const { name, isDone, isOptional, after } = step
  const { title, text, action } = t.steps[name]
  const isAgain = name === 'booking' || name === 'calendar' || name === 'invite'
  return (
    <li className={styles.step} aria-current={isNext ? 'step' : undefined}>
      <span className={`${styles.mark} ${isDone ? styles.done : ''}`} aria-hidden="true">
        {isDone ? '✓' : ''}
      </span>
      <div className={styles.what}>
        <h2>
          {title} {isDone && <Badge tone="good">{t.done}</Badge>}
          {!isDone && isOptional && <Badge tone="quiet">{t.optional}</Badge>}
        </h2>
        {!isDone && <p>{after === undefined ? text : t.first(t.steps[after].title)}</p>}
      </div>
      {after === undefined && (!isDone || isAgain) && (
        <div className={`${styles.actions} ${name === 'booking' ? styles.below : ''}`}>
          {name === 'booking' && <Share {...firstDay} />}
          {name === 'calendar' && firstDay.provider && (
            <VendorButtons provider={firstDay.provider} />
          )}
          <Button kind={isNext ? 'primary' : 'secondary'} onClick={onOpen}>
            {action}
          </Button>
        </div>
      )}
    </li>
  )
}

/** Copies the link and the code of the first booking page, and opens it. */
function Share({ eventType }: Pick<FirstDay, 'eventType'>) {
  const t = useMessages(firstDayMessages)
  const { data: providers = [] } = useQuery(providersQuery)
  const owner = providers.find(({ id }) => id === eventType?.providerId)
  if (eventType === undefined || owner === undefined) return null
  return (
    <>
      <ShareButtons provider={owner} eventType={eventType} />
      <PageLink provider={owner} eventType={eventType}>
        {t.openPage}
      </PageLink>
    </>
  )
}

interface StepFormProps {
  readonly open: StepName | undefined
  readonly firstDay: {
    readonly provider: Provider | undefined
    readonly eventType: EventType | undefined
  }
  readonly onClose: () => void
}

function StepForm({ open, firstDay: { provider, eventType }, onClose }: StepFormProps) {
  if (open === 'provider') return <FirstProviderDialog onClose={onClose} />
  if (open === 'invite') return <MemberDialog onClose={onClose} />
  if (provider === undefined) return null
  switch (open) {
    case 'hours':
      return <HoursDialog provider={provider} onClose={onClose} />
    case 'eventType':
      return <EventTypeDialog provider={provider} onClose={onClose} />
    case 'calendar':
      return <ConnectDialog provider={provider} onClose={onClose} />
    case 'booking':
      return eventType === undefined ? null : <NewBookingDialog onClose={onClose} />
    default:
      return null
  }
}
