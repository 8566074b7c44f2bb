import type { Language } from '../shared/language.ts'
import ar from './languages/ar.ts'
import de from './languages/de.ts'
import en from './languages/en.ts'
import es from './languages/es.ts'
import fr from './languages/fr.ts'
import it from './languages/it.ts'
import ja from './languages/ja.ts'
import nl from './languages/nl.ts'
import pl from './languages/pl.ts'
import pt from './languages/pt.ts'
import tr from './languages/tr.ts'
import type { EmbedTexts } from './texts.ts'

// All of them: the element is one script.
const TEXTS: Readonly<Record<Language, EmbedTexts>> = { en, de, fr, es, it, nl, pt, pl, tr, ja, ar }

/** The texts in the language of a tag, such as `de-AT`; English if the pages do not have it. */
export function textsIn(language: string): EmbedTexts {
  const code = language.toLowerCase().split('-')[0] ?? ''
  return Object.hasOwn(TEXTS, code) ? TEXTS[code as Language] : TEXTS.en
}
