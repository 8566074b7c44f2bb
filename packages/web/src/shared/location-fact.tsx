import { useMessages } from './i18n.tsx'
import { locationDetail, locationMessages, locationText, type Place } from './location-text.ts'

/** Where a booking takes place, with the link to join, as an entry of a description list. */
export function LocationFact({ place }: { readonly place: Place }) {
  const t = useMessages(locationMessages)
  const detail = locationDetail(place)
  return (
    <div>
      <dt>{t.where}</dt>
      <dd dir="auto">{[locationText(place, t), detail].filter(Boolean).join(', ')}</dd>
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
