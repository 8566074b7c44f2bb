import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { api, type Block, ifMatch, isProblem, type Provider, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { useFailureText } from '../ui/failure.tsx'
import { Actions, Modal } from '../ui/modal.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { MomentField } from '../ui/time-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import { addDays, instantOf, wallTimeOf } from '../zoned.ts'
import styles from './calendar-page.module.css'
import { calendarMessages } from './messages.ts'

/** The time range of a block that is not saved yet, as RFC 3339 instants. */
export interface BlockDraft {
  readonly start: string
  readonly end: string
}

interface BlockDialogProps {
  readonly draft: BlockDraft
  readonly providers: readonly Provider[]
  readonly providerId: string
  readonly timeZone: string
  readonly onClose: () => void
}

/** Creates a block from a range that was selected in the calendar or typed. */
export function BlockDialog({ draft, providers, timeZone, onClose, ...rest }: BlockDialogProps) {
  const t = useMessages(calendarMessages)
  const { format } = useI18n()
  const common = useMessages(commonMessages)
  const failureText = useFailureText()
  const client = useQueryClient()
  const toast = useToast()
  const [providerId, setProviderId] = useState(rest.providerId || providers[0]?.id || '')
  const [start, setStart] = useState(wallTimeOf(draft.start, timeZone))
  const [end, setEnd] = useState(wallTimeOf(draft.end, timeZone))
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    const body = {
      start: instantOf(start, timeZone) ?? start,
      end: instantOf(end, timeZone) ?? end,
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    }
    const params = { path: { id: providerId } }
    try {
      await unwrap(api.POST('/v1/providers/{id}/blocks', { params, body }))
      await invalidate(client, 'agenda')
      toast({ title: t.blocked })
      onClose()
    } catch (caught) {
      setError(isProblem(caught, 'slot_taken') ? t.blockTaken : failureText(caught).text)
      setBusy(false)
    }
  }
  const isBackwards = end !== '' && end <= start
  const nextDay = start === '' ? '' : `${addDays(start.slice(0, 10), 1)}${end.slice(10)}`
  const times = [
    { label: common.from, value: start, set: setStart, error: undefined },
    { label: common.to, value: end, set: setEnd, error },
  ]
  return (
    <Modal title={t.blockTime} lead={<p>{t.blockLead}</p>} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        {providers.length > 1 && (
          <SelectField
            label={common.provider}
            value={providerId}
            onChange={setProviderId}
            options={providers.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <div className={styles.times}>
          {times.map((time) => (
            <MomentField
              key={time.label}
              label={time.label}
              error={time.error}
              value={time.value}
              onChange={time.set}
            />
          ))}
        </div>
        {isBackwards && nextDay > start && (
          <p role="alert">
            {t.endsBeforeStart}{' '}
            <Button onClick={() => setEnd(nextDay)}>
              {t.endOnNextDay(
                `${format.shortDay(nextDay.slice(0, 10))}, ${format.wallTime(nextDay.slice(11))}`,
              )}
            </Button>
          </p>
        )}
        <Field label={t.reason} hint={t.reasonHint}>
          {(control) => (
            <input
              {...control}
              dir="auto"
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <Actions>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {t.blockTime}
          </Button>
        </Actions>
      </form>
    </Modal>
  )
}

interface BlockDetailsProps {
  readonly block: Block
  readonly provider: Provider | undefined
  readonly timeZone: string
  readonly onClose: () => void
}

/** Shows a block, with a button to remove it. */
export function BlockDetails({ block, provider, timeZone, onClose }: BlockDetailsProps) {
  const t = useMessages(calendarMessages)
  const common = useMessages(commonMessages)
  const { format } = useI18n()
  const failureText = useFailureText()
  const client = useQueryClient()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const at = (instant: string) =>
    `${format.shortDate(instant, timeZone)}, ${format.time(instant, timeZone)}`
  const remove = async () => {
    setBusy(true)
    const path = { id: block.providerId, blockId: block.id }
    try {
      const params = { path, header: ifMatch(block) }
      await unwrap(api.DELETE('/v1/providers/{id}/blocks/{blockId}', { params }))
      toast({ title: t.blockRemoved })
      onClose()
    } catch (error) {
      toast({ ...failureText(error), tone: 'danger' })
      setBusy(false)
    }
    await invalidate(client, 'agenda')
  }
  return (
    <Modal title={block.reason ?? t.block} lead={provider?.name} onClose={onClose}>
      <p>
        {at(block.start)} – {at(block.end)}
      </p>
      <Actions>
        <Button onClick={onClose}>{common.close}</Button>
        <Button kind="danger" isBusy={isBusy} onClick={() => void remove()}>
          {t.removeBlock}
        </Button>
      </Actions>
    </Modal>
  )
}
