import type { PublicBooking } from '@holdfast/contracts'
import { useMessages } from './i18n.tsx'
import { locationDetail, locationMessages, locationText } from './location-text.ts'

interface LocationFactProps {
  readonly booking: Pick<PublicBooking, 'location' | 'booker'>
}

/** Where a booking takes place, with the link to join, as an entry of a description list. */
export function LocationFact({ booking: { location, booker } }: LocationFactProps) {
  const t = useMessages(locationMessages)
  if (location === null) return null
  // A booker who is called has given the number: it is none for them to call.
  const isCalled = location.kind === 'phone' && location.phone === booker?.phone
  const place = isCalled ? { ...location, phone: null } : location
  const text = [locationText(place, t), locationDetail(place)].filter(Boolean).join(', ')
  return (
    <div>
      <dt>{t.where}</dt>
      <dd dir="auto">{text}</dd>
      {place.url !== null && (
        <dd>
          <a href={place.url} target="_blank" rel="noopener noreferrer">
            {t.join}
          </a>
        </dd>
      )}
    </div>
  )
}
