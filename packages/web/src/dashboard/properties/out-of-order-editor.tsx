import { useMessages } from '../../shared/i18n.tsx'
import type { Provider } from '../api.ts'
import { errorOfWhole, type FieldErrors } from '../ui/field-errors.ts'
import type { Keyed } from '../ui/keyed.ts'
import { TextField } from '../ui/text-field.tsx'
import { EntryList } from './entry-list.tsx'
import { propertyMessages } from './messages.ts'
import { planMessages } from './plan-messages.ts'

/** Nights in which a unit is out of order, in the form. */
export interface OutOfOrderDraft extends Keyed {
  readonly from: string
  /** Exclusive. */
  readonly to: string
  readonly reason: string
}

/** The nights of a unit for the form. */
export const outOfOrderDraftOf = (unit: Provider | undefined): readonly OutOfOrderDraft[] =>
  (unit?.outOfOrder ?? []).map((nights, index) => ({ key: `saved ${index}`, ...nights }))

/** The nights of the form for a request. */
export const outOfOrderBody = (drafts: readonly OutOfOrderDraft[]) =>
  drafts.map(({ from, to, reason }) => ({ from, to, reason: reason.trim() }))

interface OutOfOrderEditorProps {
  readonly entries: readonly OutOfOrderDraft[]
  readonly errors: FieldErrors
  readonly onChange: (entries: readonly OutOfOrderDraft[]) => void
}

const MOST = 50

/** Edits the nights in which a unit cannot be used, each with its reason. */
export function OutOfOrderEditor({ entries, errors, onChange }: OutOfOrderEditorProps) {
  const t = useMessages(propertyMessages)
  const plan = useMessages(planMessages)
  return (
    <EntryList
      texts={t.outOfOrder}
      entries={entries}
      max={MOST}
      newEntry={(key) => ({ key, from: '', to: '', reason: '' })}
      errorOf={(index) => errorOfWhole(errors, `outOfOrder/${index}`)}
      onChange={onChange}
      fields={(nights, change, index) => (
        <>
          <TextField
            label={plan.firstNight}
            type="date"
            isRequired
            value={nights.from}
            error={errors[`outOfOrder/${index}/from`]}
            onChange={(from) => change({ from })}
          />
          <TextField
            label={plan.lastDay}
            type="date"
            isRequired
            value={nights.to}
            error={errors[`outOfOrder/${index}/to`]}
            onChange={(to) => change({ to })}
          />
          <TextField
            label={t.outOfOrderReason}
            hint={t.outOfOrderHint}
            isRequired
            value={nights.reason}
            error={errors[`outOfOrder/${index}/reason`]}
            onChange={(reason) => change({ reason })}
          />
        </>
      )}
    />
  )
}
