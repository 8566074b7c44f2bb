import { useMessages } from '../../shared/i18n.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { holidayMessages } from './holiday-messages.ts'
import type { HolidayCountry, HolidayPlace } from './holidays.ts'

interface PlaceFieldsProps {
  readonly countries: readonly HolidayCountry[]
  readonly place: HolidayPlace
  readonly onChange: (place: HolidayPlace) => void
}

/** Chooses a country, and a region where it has some. */
export function PlaceFields({ countries, place, onChange }: PlaceFieldsProps) {
  const t = useMessages(holidayMessages)
  const regions = countries.find(({ country }) => country === place.country)?.regions ?? []
  return (
    <>
      <SelectField
        label={t.country}
        value={place.country}
        onChange={(country) => onChange({ country, region: '' })}
        options={[
          ...(place.country === '' ? [{ value: '', label: t.chooseCountry }] : []),
          ...countries.map(({ country, name }) => ({ value: country, label: name })),
        ]}
      />
      {regions.length > 0 && (
        <SelectField
          label={t.region}
          value={place.region}
          onChange={(region) => onChange({ ...place, region })}
          options={[
            { value: '', label: t.wholeCountry },
            ...regions.map(({ region, name }) => ({ value: region, label: name })),
          ]}
        />
      )}
    </>
  )
}
