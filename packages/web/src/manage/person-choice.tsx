import type { BookingDetails, PublicEventType } from '@holdfast/contracts'
import { useMessages } from '../shared/i18n.tsx'
import { Field } from '../shared/ui/field.tsx'
import { Notice } from '../shared/ui/notice.tsx'
import { manageMessages } from './messages.ts'

/** The name of the candidate whom the booker chose; undefined if they chose nobody. */
export const chosenName = ({ booking, chosenProviderId }: BookingDetails): string | undefined =>
  booking.assignments.find(({ providerId }) => providerId === chosenProviderId)?.providerName

interface PersonChoiceProps {
  readonly details: BookingDetails
  readonly choices: readonly PublicEventType['choices'][number][]
  /** With whom times are shown; undefined: with whoever is free. */
  readonly personId: string | undefined
  readonly onChange: (personId: string | undefined) => void
}

/** Says with whom the shown times are, and offers others. Shows nothing if the booker chose nobody. */
export function PersonChoice({ details, choices, personId, onChange }: PersonChoiceProps) {
  const t = useMessages(manageMessages)
  const name = chosenName(details)
  if (name === undefined) return null
  const isOther = personId !== details.chosenProviderId
  const people = choices.flatMap(({ candidates }) => candidates)
  return (
    <>
      {people.length > 0 && (
        <Field label={t.withWhom} hint={isOther ? undefined : t.onlyWith(name)}>
          {(control) => (
            <select
              {...control}
              value={personId ?? ''}
              onChange={({ target: { value } }) => onChange(value === '' ? undefined : value)}
            >
              {people.map((each) => (
                <option key={each.providerId} value={each.providerId}>
                  {each.name}
                </option>
              ))}
              <option value="">{t.anybody}</option>
            </select>
          )}
        </Field>
      )}
      {isOther && <Notice tone="info" title={t.otherPerson(name)} />}
    </>
  )
}
