import { useState } from 'react'
import { useMessages } from '../../shared/i18n.tsx'
import { directionOf, LANGUAGE_NAMES, type Language } from '../../shared/language.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { errorOfWhole, type FieldErrors } from '../ui/field-errors.ts'
import { Fold } from '../ui/fold.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { WholeError } from '../ui/whole-error.tsx'
import { answerMessages } from './answer-messages.ts'
import styles from './entries.module.css'
import type { QuestionDraft } from './question-draft.ts'
import { optionEntries, withOption, withoutLanguage } from './question-options.ts'

interface OptionTextsEditorProps {
  readonly question: QuestionDraft
  readonly errors: FieldErrors
  /** The path of the question in `errors`. */
  readonly path: string
  readonly onChange: (part: Partial<QuestionDraft>) => void
}

const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[]

/** Edits what bookers read instead of the options, by language. */
export function OptionTextsEditor(props: OptionTextsEditorProps) {
  const { question, errors, path, onChange } = props
  const { languages } = question
  const t = useMessages(answerMessages)
  const own = `${path}/optionTexts`
  const names = languages.map((language) => LANGUAGE_NAMES[language])
  return (
    <Fold
      title={t.texts}
      summary={names.length === 0 ? t.noTexts : names.join(', ')}
      hasError={errors[own] !== undefined}
    >
      <p className={styles.soft}>{t.textsLead}</p>
      <WholeError error={errorOfWhole(errors, own)} />
      {languages.map((language) => (
        <LanguageFields key={language} language={language} {...props} />
      ))}
      <NewLanguage
        languages={LANGUAGES.filter((each) => !languages.includes(each))}
        onAdd={(language) => onChange({ languages: [...languages, language] })}
      />
    </Fold>
  )
}

function LanguageFields(props: OptionTextsEditorProps & { readonly language: Language }) {
  const { language, question, errors, path, onChange } = props
  const t = useMessages(answerMessages)
  const name = LANGUAGE_NAMES[language]
  return (
    <fieldset className={styles.entry}>
      <legend>{t.textsIn(name)}</legend>
      <WholeError error={errors[`${path}/optionTexts/${language}`]} />
      <div className={styles.row}>
        {optionEntries(question).map(({ option, index, draft }) => (
          <Field key={index} label={option}>
            {(control) => (
              <input
                {...control}
                lang={language}
                dir={directionOf(language)}
                maxLength={200}
                autoComplete="off"
                value={draft.texts[language] ?? ''}
                onChange={({ target }) => {
                  const texts = { ...draft.texts, [language]: target.value }
                  onChange({ optionDrafts: withOption(question, index, { texts }) })
                }}
              />
            )}
          </Field>
        ))}
      </div>
      <Button kind="quiet" onClick={() => onChange(withoutLanguage(question, language))}>
        {t.removeLanguage(name)}
      </Button>
    </fieldset>
  )
}

interface NewLanguageProps {
  readonly languages: readonly Language[]
  readonly onAdd: (language: Language) => void
}

/** Adds texts in one of the languages that have none. */
function NewLanguage({ languages, onAdd }: NewLanguageProps) {
  const t = useMessages(answerMessages)
  const [wanted, setWanted] = useState<Language>()
  const [first] = languages
  if (first === undefined) return null
  const chosen = wanted !== undefined && languages.includes(wanted) ? wanted : first
  return (
    <div className={styles.row}>
      <SelectField
        label={t.addLanguage}
        value={chosen}
        options={languages.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        onChange={setWanted}
      />
      <Button onClick={() => onAdd(chosen)}>{t.addLanguageButton}</Button>
    </div>
  )
}
