import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { WEEKDAYS } from '../../shared/time/weekdays.ts'
import type { Provider } from '../api.ts'
import { HolidayClosing, useHolidayClosing } from '../closures/holiday-closing.tsx'
import { invalidate } from '../other-tabs.ts'
import { sessionQuery } from '../queries.ts'
import { ChoiceField } from '../ui/choice-field.tsx'
import styles from '../ui/summary.module.css'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import { localZone } from '../zoned.ts'
import { intentMessages } from './intent-messages.ts'
import { HOURS_PLANS, type HoursPlan, type Intent, type SampleName } from './intents.ts'
import { firstDayMessages } from './messages.ts'
import { nothingMade, setUpHours } from './set-up.ts'
import { StepDialog } from './step-dialog.tsx'

interface HoursIntentDialogProps {
  readonly intent: Exclude<Intent, 'guestHouse'>
  /** The provider whom the account has already. */
  readonly provider: Provider | undefined
  readonly onClose: () => void
}

/** Shows the samples of a kind of business, and sets them up. */
export function HoursIntentDialog({ intent, provider, onClose }: HoursIntentDialogProps) {
  const t = useMessages(intentMessages)
  const { schedule } = useMessages(firstDayMessages)
  const { format } = useI18n()
  const client = useQueryClient()
  const toast = useToast()
  const member = useQuery(sessionQuery).data?.member
  const plan = HOURS_PLANS[intent]
  const [name, setName] = useState(provider?.name ?? member?.name ?? '')
  const [chosen, setChosen] = useState<readonly SampleName[]>(
    plan.services.map((each) => each.name),
  )
  const made = useRef(nothingMade(provider))
  const closing = useHolidayClosing()
  const create = async () => {
    const services = plan.services
      .filter((each) => chosen.includes(each.name))
      .map((each) => ({ ...each, title: t.samples[each.name] }))
    const setUp = {
      plan,
      services,
      name: name.trim(),
      email: member?.email,
      scheduleName: schedule,
    }
    try {
      await setUpHours({ ...setUp, timeZone: localZone() }, made.current)
      await closing.close()
    } finally {
      await invalidate(client, 'schedules', 'providers', 'event-types', 'closures', 'agenda')
    }
    toast({ title: t.done })
  }
  return (
    <StepDialog
      title={t.dialogTitle(t.intents[intent])}
      label={t.create}
      onSubmit={create}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {provider === undefined && (
            <TextField
              label={t.name}
              isRequired
              value={name}
              error={errors.name}
              onChange={setName}
            />
          )}
          <ChoiceField
            label={t.services}
            isMultiple
            chosen={chosen}
            choices={plan.services.map((each) => ({
              value: each.name,
              label: t.samples[each.name],
              text: [
                format.minutes(each.durationMinutes),
                ...(each.capacity ? [t.seats(each.capacity)] : []),
              ].join(', '),
            }))}
            // One of them stays.
            onChange={(next) => next.length > 0 && setChosen(next)}
          />
          <Terms plan={plan} />
          <HolidayClosing {...closing} />
        </>
      )}
    </StepDialog>
  )
}

/** The hours and terms of a plan, in words. */
function Terms({ plan }: { readonly plan: HoursPlan }) {
  const t = useMessages(intentMessages)
  const { format } = useI18n()
  const names = format.weekdays()
  const byWindows = Map.groupBy(plan.availabilityRules, ({ windows }) =>
    windows
      .map(({ start, end }) => `${format.wallTime(start)} – ${format.wallTime(end)}`)
      .join(', '),
  )
  return (
    <section className={styles.summary}>
      <h3>{t.terms}</h3>
      <ul>
        {[...byWindows].map(([windows, rules]) => (
          <li key={windows}>
            {rules.map(({ weekday }) => names[WEEKDAYS.indexOf(weekday)]?.short).join(', ')}:{' '}
            {windows}
          </li>
        ))}
        <li>{t.book(format.minutes(plan.minNoticeMinutes))}</li>
        <li>{t.cancel(format.minutes(plan.cancelUntilMinutes))}</li>
      </ul>
    </section>
  )
}
