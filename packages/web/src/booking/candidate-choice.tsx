import type { PublicEventType } from '@holdfast/contracts'
import { useState } from 'react'
import { useMessages } from '../shared/i18n.tsx'
import { Field } from '../shared/ui/field.tsx'
import { bookingMessages } from './messages.ts'

type Choice = PublicEventType['choices'][number]

interface CandidateChoiceProps {
  readonly choices: readonly Choice[]
  /** The id of the chosen provider; undefined: no preference. */
  readonly chosenId: string | undefined
  /** Whether a time is being held for the current choice. */
  readonly isBusy: boolean
  readonly onChange: (chosenId: string | undefined) => void
}

/** Selects with whom to book. Shows nothing where there is no choice. */
export function CandidateChoice({ choices, chosenId, isBusy, onChange }: CandidateChoiceProps) {
  const t = useMessages(bookingMessages)
  // The choice takes effect once a hold with another candidate is released.
  const [shown, setShown] = useState(chosenId ?? '')
  const open = choices.filter(({ candidates }) => candidates.length > 0)
  if (open.length === 0) return null
  return (
    <Field label={t.withWhom}>
      {(control) => (
        <select
          {...control}
          value={shown}
          disabled={isBusy}
          onChange={({ target: { value } }) => {
            setShown(value)
            onChange(value === '' ? undefined : value)
          }}
        >
          <option value="">{t.noPreference}</option>
          {open.length === 1
            ? open.map((choice) => <Candidates key={choice.requirement} choice={choice} />)
            : open.map((choice) => (
                <optgroup key={choice.requirement} label={choice.requirement}>
                  <Candidates choice={choice} />
                </optgroup>
              ))}
        </select>
      )}
    </Field>
  )
}

const Candidates = ({ choice }: { readonly choice: Choice }) =>
  choice.candidates.map(({ providerId, name }) => (
    <option key={providerId} value={providerId}>
      {name}
    </option>
  ))
