import { Notice } from '../../shared/ui/notice.tsx'
import type { Booking, Provider } from '../api.ts'
import { SelectField } from '../ui/select-field.tsx'

/** What the fields say. */
interface TakeOverTexts {
  readonly leaving: string
  readonly takesOver: string
  readonly best: string
  readonly noCandidates: string
}

/** Who gives something away, and who takes it over. */
export interface TakeOver {
  readonly fromId: string
  /** Empty: whoever fits best. */
  readonly toId: string
}

interface TakeOverFieldsProps extends TakeOver {
  readonly texts: TakeOverTexts
  readonly assignments: Booking['assignments']
  /** Those who can take over from `fromId`. */
  readonly candidates: readonly Provider[]
  readonly onChange: (chosen: TakeOver) => void
}

/** Chooses who gives a booking or a class away, if it has several providers, and who takes it over. */
export function TakeOverFields(props: TakeOverFieldsProps) {
  const { texts, assignments, candidates, fromId, toId, onChange } = props
  return (
    <>
      {assignments.length > 1 && (
        <SelectField
          label={texts.leaving}
          value={fromId}
          onChange={(next) => onChange({ fromId: next, toId: '' })}
          options={assignments.map(({ providerId, providerName, requirement }) => ({
            value: providerId,
            label: `${providerName} (${requirement})`,
          }))}
        />
      )}
      {candidates.length === 0 ? (
        <Notice tone="warn" title={texts.noCandidates} />
      ) : (
        <SelectField
          label={texts.takesOver}
          value={toId}
          onChange={(next) => onChange({ fromId, toId: next })}
          options={[
            { value: '', label: texts.best },
            ...candidates.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </>
  )
}
