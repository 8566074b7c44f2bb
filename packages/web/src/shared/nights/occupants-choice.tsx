import type { PublicNights } from '@holdfast/contracts'
import { useMessages } from '../i18n.tsx'
import { Field } from '../ui/field.tsx'
import styles from './quote.module.css'
import { quoteMessages } from './quote-messages.ts'
import type { Occupants } from './stay-slot.ts'

/** The largest party that the page offers if the house does not say how many can stay. */
const PARTY_MAX = 10
const AGES = Array.from({ length: 18 }, (_, age) => age)
/** The age of a child that was just added. */
const FIRST_AGE = 8

interface OccupantsChoiceProps {
  readonly occupancy: PublicNights['occupancy']
  readonly occupants: Occupants
  readonly onChange: (occupants: Occupants) => void
}

/** Who stays at first: who was asked for, if they have room, else as many as the price is for. */
export function firstOccupants(
  occupancy: PublicNights['occupancy'],
  asked?: Occupants | undefined,
): Occupants {
  const { adults = PARTY_MAX, children = PARTY_MAX, total = PARTY_MAX } = occupancy ?? {}
  const haveRoom =
    asked &&
    asked.adults <= adults &&
    asked.childAges.length <= children &&
    asked.adults + asked.childAges.length <= total
  return haveRoom ? asked : { adults: Math.min(occupancy?.base ?? 2, adults), childAges: [] }
}

/** Chooses how many adults and children stay, with the age of each child. */
export function OccupantsChoice({ occupancy, occupants, onChange }: OccupantsChoiceProps) {
  const t = useMessages(quoteMessages)
  const { adults, childAges } = occupants
  const total = occupancy?.total ?? PARTY_MAX
  const mostAdults = Math.min(occupancy?.adults ?? PARTY_MAX, total)
  const mostChildren = Math.max(0, Math.min(occupancy?.children ?? PARTY_MAX, total - adults))
  const setChildren = (count: number) =>
    onChange({
      ...occupants,
      childAges: Array.from({ length: count }, (_, child) => childAges[child] ?? FIRST_AGE),
    })
  return (
    <div className={styles.occupants}>
      <CountField
        label={t.adults}
        value={adults}
        values={range(1, mostAdults)}
        onChange={(count) =>
          onChange({ adults: count, childAges: childAges.slice(0, Math.max(0, total - count)) })
        }
      />
      {(mostChildren > 0 || childAges.length > 0) && (
        <CountField
          label={t.children}
          value={childAges.length}
          values={range(0, mostChildren)}
          onChange={setChildren}
        />
      )}
      {childAges.map((age, child) => (
        <CountField
          key={t.childAge(child + 1)}
          label={t.childAge(child + 1)}
          value={age}
          values={AGES}
          onChange={(next) => onChange({ ...occupants, childAges: childAges.with(child, next) })}
        />
      ))}
    </div>
  )
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

interface CountFieldProps {
  readonly label: string
  readonly value: number
  readonly values: readonly number[]
  readonly onChange: (value: number) => void
}

function CountField({ label, value, values, onChange }: CountFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={({ target }) => onChange(Number(target.value))}
        >
          {values.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
