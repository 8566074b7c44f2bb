import { About } from '../../booking/about.tsx'
import { DecidingFields } from '../../booking/extras/deciding-fields.tsx'
import { ExtraFields } from '../../booking/extras/extra-fields.tsx'
import { askedLater } from '../../booking/extras/extras.ts'
import * as extrasModule from '../../booking/extras/index.ts'
import { bookingTranslations } from '../../booking/languages.ts'
import { readPrefill } from '../../booking/prefill.ts'
import { useMessages } from '../../shared/i18n.tsx'
import { MorePartsProvider } from '../../shared/more-parts.tsx'
import { decides, NO_ANSWERS } from '../../shared/slots/deciding-answers.ts'
import { Card } from '../../shared/ui/card.tsx'
import type { Provider } from '../api.ts'
import type { Draft } from './draft.ts'
import styles from './editor.module.css'
import { editorMessages } from './editor-messages.ts'
import { previewOffer } from './preview-offer.ts'

interface PreviewProps {
  readonly draft: Draft
  readonly provider: Provider
}

const NOTHING = () => undefined

/** The card and the questions of the booking page, made by its own components from the values in the form. */
export default function Preview({ draft, provider }: PreviewProps) {
  const t = useMessages(editorMessages)
  const offer = previewOffer(draft, provider, t.untitled)
  const prefill = readPrefill({ search: '', hash: '' })
  const extras = extrasModule.initialExtras(offer, prefill)
  const control = {
    isNeeded: true,
    loaded: { module: extrasModule, extras },
    onChange: NOTHING,
    addGuest: NOTHING,
  }
  return (
    <aside className={styles.preview} aria-labelledby="preview-title">
      <h2 id="preview-title">{t.preview}</h2>
      <p>{t.previewLead}</p>
      <MorePartsProvider translations={bookingTranslations}>
        {/* Shown only: what can be pressed here is on the booking page. */}
        <div inert>
          <Card className={styles.page ?? ''}>
            <About
              offer={offer}
              durationMinutes={offer.durationMinutes}
              seats={1}
              slot={undefined}
              extras={control}
              isShort={false}
              isByPhone={false}
            />
            {(offer.questions.length > 0 || offer.locations.length > 1) && (
              <div className={styles.fields}>
                {offer.questions.some(decides) && (
                  <DecidingFields offer={offer} answers={NO_ANSWERS} onChange={NOTHING} />
                )}
                <ExtraFields
                  asked={askedLater(offer)}
                  extras={extras}
                  onChange={NOTHING}
                  errorOf={NOTHING}
                />
              </div>
            )}
          </Card>
        </div>
      </MorePartsProvider>
    </aside>
  )
}
