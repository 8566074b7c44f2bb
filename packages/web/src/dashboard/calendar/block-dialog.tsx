import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { api, type Block, ifMatch, isProblem, type Provider, unwrap } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import {
  type AbsenceEntry,
  absenceBody,
  conflictsIn,
  isForSeveral,
  JUST_ONE,
  type RemovedPart,
  removePart,
  type Several,
} from '../time-off/several.ts'
import { ConflictList, RemovedPartField, SeveralFields } from '../time-off/several-fields.tsx'
import { useFailureText } from '../ui/failure.tsx'
import { FormEnd } from '../ui/form-end.tsx'
import { Actions, Modal } from '../ui/modal.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
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

/** Saves a block of one provider, or an absence of several providers or dates. */
async function save(several: Several, entry: AbsenceEntry): Promise<void> {
  if (isForSeveral(several)) {
    await unwrap(api.POST('/v1/absences', { body: absenceBody('block', several, entry) }))
    return
  }
  const { providerId, start, end, reason } = entry
  const params = { path: { id: providerId } }
  const body = { start, end, ...(reason.trim() !== '' && { reason: reason.trim() }) }
  await unwrap(api.POST('/v1/providers/{id}/blocks', { params, body }))
}

/** Returns what to say beside the times about an error. */
function useErrorText(): (error: unknown) => string {
  const t = useMessages(calendarMessages)
  const failureText = useFailureText()
  return (error) => (isProblem(error, 'slot_taken') ? t.blockTaken : failureText(error).text)
}

interface EndsBeforeStartProps {
  /** Wall times. */
  readonly start: string
  readonly end: string
  readonly onChange: (end: string) => void
}

/** Offers the next day as the end of a time that ends before it starts. */
function EndsBeforeStart({ start, end, onChange }: EndsBeforeStartProps) {
  const t = useMessages(calendarMessages)
  const { format } = useI18n()
  const nextDay = start === '' ? '' : `${addDays(start.slice(0, 10), 1)}${end.slice(10)}`
  if (end === '' || end > start || nextDay <= start) return null
  const when = `${format.shortDay(nextDay.slice(0, 10))}, ${format.wallTime(nextDay.slice(11))}`
  return (
    <p role="alert">
      {t.endsBeforeStart} <Button onClick={() => onChange(nextDay)}>{t.endOnNextDay(when)}</Button>
    </p>
  )
}

/** Creates a block from a range that was selected in the calendar or typed. */
export function BlockDialog({ draft, providers, timeZone, onClose, ...rest }: BlockDialogProps) {
  const t = useMessages(calendarMessages)
  const common = useMessages(commonMessages)
  const errorText = useErrorText()
  const client = useQueryClient()
  const toast = useToast()
  const [providerId, setProviderId] = useState(rest.providerId || providers[0]?.id || '')
  const [start, setStart] = useState(wallTimeOf(draft.start, timeZone))
  const [end, setEnd] = useState(wallTimeOf(draft.end, timeZone))
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [several, setSeveral] = useState(JUST_ONE)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    const time = {
      start: instantOf(start, timeZone) ?? start,
      end: instantOf(end, timeZone) ?? end,
    }
    try {
      await save(several, { ...time, providerId, timeZone, reason })
      await invalidate(client, 'agenda')
      toast({ title: t.blocked })
      onClose()
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  const conflicts = conflictsIn(error)
  const timeError = error === undefined || conflicts.length > 0 ? undefined : errorText(error)
  const times = [
    { label: common.from, value: start, set: setStart, error: undefined },
    { label: common.to, value: end, set: setEnd, error: timeError },
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
        <EndsBeforeStart start={start} end={end} onChange={setEnd} />
        <SeveralFields
          several={several}
          others={providers.filter(({ id }) => id !== providerId)}
          onChange={setSeveral}
        />
        <TextField label={t.reason} value={reason} hint={t.reasonHint} onChange={setReason} />
        {conflicts.length > 0 && (
          <ConflictList
            conflicts={conflicts}
            providers={providers}
            several={several}
            onChange={setSeveral}
          />
        )}
        <FormEnd label={t.blockTime} isBusy={isBusy} onClose={onClose} />
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

/** Shows a block, with a button to remove it, or more of the absence that it is a part of. */
export function BlockDetails({ block, provider, timeZone, onClose }: BlockDetailsProps) {
  const t = useMessages(calendarMessages)
  const common = useMessages(commonMessages)
  const { format } = useI18n()
  const failureText = useFailureText()
  const client = useQueryClient()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const [part, setPart] = useState<RemovedPart>('one')
  const at = (instant: string) =>
    `${format.shortDate(instant, timeZone)}, ${format.time(instant, timeZone)}`
  const remove = async () => {
    setBusy(true)
    const path = { id: block.providerId, blockId: block.id }
    try {
      if (part !== 'one' && block.absenceId !== null) {
        await removePart(block.absenceId, block.start, part)
      } else {
        const params = { path, header: ifMatch(block) }
        await unwrap(api.DELETE('/v1/providers/{id}/blocks/{blockId}', { params }))
      }
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
      {block.absenceId !== null && <RemovedPartField part={part} onChange={setPart} />}
      <Actions>
        <Button onClick={onClose}>{common.close}</Button>
        <Button kind="danger" isBusy={isBusy} onClick={() => void remove()}>
          {t.removeBlock}
        </Button>
      </Actions>
    </Modal>
  )
}
