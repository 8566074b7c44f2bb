import { addressOf } from '../../shared/base-path.ts'
import { useMessages } from '../../shared/i18n.tsx'
import {
  areAnswered,
  type ChosenOptions,
  type DecidingAnswers,
  decides,
  leadOf,
} from '../../shared/slots/deciding-answers.ts'
import type { Offer } from '../../shared/slots/offer.ts'
import { useAddedBy } from '../../shared/slots/use-added-by.ts'
import styles from './extra-fields.module.css'
import type { FormAnswer } from './extras.ts'
import { extrasMessages } from './messages.ts'
import { QuestionField } from './question-field.tsx'

interface DecidingFieldsProps {
  readonly offer: Offer
  readonly answers: DecidingAnswers
  readonly onChange: (options: ChosenOptions) => void
}

const optionsOf = (answer: FormAnswer): readonly string[] => {
  if (typeof answer === 'boolean' || answer === '') return []
  return typeof answer === 'string' ? [answer] : answer
}

/** The questions whose answers decide which times are offered, and what still keeps the times from being shown. */
export function DecidingFields({ offer, answers, onChange }: DecidingFieldsProps) {
  const t = useMessages(extrasMessages)
  const { options } = answers
  const addedBy = useAddedBy(offer.payment?.currency)
  const to = leadOf(offer, answers)
  const lead = offer.leads.find(({ eventTypeId }) => eventTypeId === to?.eventTypeId)
  return (
    <>
      {offer.questions.filter(decides).map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          answer={
            question.kind === 'select'
              ? (options[question.id]?.[0] ?? '')
              : (options[question.id] ?? [])
          }
          error={undefined}
          addedBy={(option) => addedBy(question, option)}
          onChange={(answer) => onChange({ ...options, [question.id]: optionsOf(answer) })}
        />
      ))}
      {lead ? (
        <p>
          <a href={addressOf(lead.path)} dir="auto">
            {t.continueWith(lead.title)}
          </a>
        </p>
      ) : (
        !areAnswered(offer, answers) && <p className={styles.soft}>{t.answerFirst}</p>
      )}
    </>
  )
}
