import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Card } from '../../shared/ui/card.tsx'
import { api, ifMatch, type RatePlan, unwrap } from '../api.ts'
import entries from '../event-types/entries.module.css'
import { commonMessages } from '../messages.ts'
import { invalidate } from '../other-tabs.ts'
import { go } from '../router.tsx'
import { CheckField } from '../ui/check-field.tsx'
import { CurrencyField } from '../ui/currency-field.tsx'
import { Failure } from '../ui/failure.tsx'
import { errorOfWhole, fieldErrors } from '../ui/field-errors.ts'
import styles from '../ui/form-page.module.css'
import { useInputMessage } from '../ui/input-errors.ts'
import { MoneyField } from '../ui/money-field.tsx'
import { NumberField } from '../ui/number-field.tsx'
import { Empty, Page } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toasts.tsx'
import { useDraftForm } from '../ui/use-draft-form.ts'
import { ChargesEditor } from './charges-editor.tsx'
import { CodesEditor, DiscountsEditor } from './discounts-editor.tsx'
import { EntryList } from './entry-list.tsx'
import { planMessages } from './plan-messages.ts'
import { planRuleMessages } from './plan-rule-messages.ts'
import { BackToProperties } from './property-page.tsx'
import { ratePlansQuery } from './property-queries.ts'
import {
  changeOf,
  newRatePlan,
  type PlanPartProps,
  type RatePlanDraft,
  ratePlanBodyOf,
  ratePlanChangeOf,
  ratePlanDraftOf,
} from './rate-plan-draft.ts'
import { RestrictionsEditor } from './restrictions-editor.tsx'
import { SeasonsEditor } from './seasons-editor.tsx'
import { TaxesEditor } from './taxes-editor.tsx'
import { TermsEditor } from './terms-editor.tsx'

const CHILDREN_MAX = 10
const MEALS = ['none', 'breakfast', 'half_board', 'full_board', 'all_inclusive'] as const

/** Edits a rate plan, or creates one if `id` is `new`. */
export default function RatePlanPage({ id }: { readonly id: string }) {
  const t = useMessages(planMessages)
  const plans = useQuery(ratePlansQuery)
  return (
    <QueryView query={plans}>
      {(all) => {
        const plan = all.find((each) => each.id === id)
        return plan || id === 'new' ? (
          <Editor plan={plan} plans={all} />
        ) : (
          <Page title={t.title} back={<BackToProperties />}>
            <Empty title={t.notFoundTitle} />
          </Page>
        )
      }}
    </QueryView>
  )
}

function save(plan: RatePlan | undefined, draft: RatePlanDraft): Promise<RatePlan> {
  if (plan === undefined) {
    return unwrap(api.POST('/v1/rate-plans', { body: ratePlanBodyOf(draft) }))
  }
  const params = { path: { id: plan.id }, header: ifMatch(plan) }
  return unwrap(api.PATCH('/v1/rate-plans/{id}', { params, body: ratePlanChangeOf(draft, plan) }))
}

interface EditorProps {
  readonly plan: RatePlan | undefined
  readonly plans: readonly RatePlan[]
}

function Editor({ plan, plans }: EditorProps) {
  const t = useMessages(planMessages)
  const common = useMessages(commonMessages)
  const client = useQueryClient()
  const toast = useToast()
  const inputMessage = useInputMessage()
  const form = useDraftForm<RatePlanDraft, RatePlan>({
    start: plan,
    initial: () => (plan ? ratePlanDraftOf(plan) : newRatePlan()),
    save,
    draftOf: ratePlanDraftOf,
    onSaved: async (now, isNew) => {
      toast({ title: isNew ? t.created : t.saved })
      await invalidate(client, 'rate-plans')
      if (isNew) go(`/properties/plans/${now.id}`)
    },
  })
  const { draft, saved, error, change } = form
  const errors = fieldErrors(error, inputMessage)
  const part = { draft, errors, onChange: change }
  return (
    <Page title={saved?.name ?? t.add} back={<BackToProperties />}>
      {form.unsavedQuestion}
      <form className={styles.form} onSubmit={form.submit}>
        {saved && <Follows plan={saved} plans={plans} />}
        <Basics {...part} isNew={saved === undefined} />
        <SeasonsEditor {...part} />
        <People {...part} />
        <ChargesEditor name="fees" {...part} />
        <ChargesEditor name="extras" {...part} />
        <DiscountsEditor {...part} />
        <CodesEditor {...part} />
        <TaxesEditor {...part} />
        <RestrictionsEditor {...part} />
        <TermsEditor {...part} />
        {error !== undefined && <Failure error={error} />}
        <div className={styles.save}>
          <Button kind="primary" type="submit" isBusy={form.isBusy}>
            {saved ? common.save : common.create}
          </Button>
        </div>
      </form>
    </Page>
  )
}

/** Which plan it follows, if it has a parent. */
function Follows({
  plan,
  plans,
}: {
  readonly plan: RatePlan
  readonly plans: readonly RatePlan[]
}) {
  const t = useMessages(planMessages)
  const { language } = useI18n()
  const parent = plans.find(({ id }) => id === plan.parentId)
  if (parent === undefined) return null
  return <p>{t.follows(parent.name, changeOf(plan, language) ?? t.unchanged)}</p>
}

function Basics({ draft, errors, onChange, isNew }: PlanPartProps & { readonly isNew: boolean }) {
  const t = useMessages(planMessages)
  const common = useMessages(commonMessages)
  return (
    <Card className={styles.card ?? ''}>
      <h2>{t.basics}</h2>
      <TextField
        label={common.name}
        hint={t.nameHint}
        isRequired
        value={draft.name}
        error={errors.name}
        onChange={(name) => onChange({ name })}
      />
      {isNew && (
        <CurrencyField
          label={t.currency}
          currency={draft.currency}
          error={errors.currency}
          onChange={(currency) => onChange({ currency })}
        />
      )}
      <MoneyField
        label={t.amount}
        hint={t.amountHint}
        amount={draft.amount}
        currency={draft.currency}
        error={errors.amount}
        onChange={(amount) => onChange({ amount })}
      />
      <SelectField
        label={t.meals}
        value={draft.meals}
        error={errors.meals}
        onChange={(meals) => onChange({ meals })}
        options={MEALS.map((value) => ({ value, label: t.mealNames[value] }))}
      />
      {!isNew && (
        <CheckField isChecked={draft.isActive} onChange={(isActive) => onChange({ isActive })}>
          {t.active}
        </CheckField>
      )}
    </Card>
  )
}

function People({ draft, errors, onChange }: PlanPartProps) {
  const t = useMessages(planMessages)
  const rules = useMessages(planRuleMessages)
  return (
    <Card className={styles.card ?? ''}>
      <header className={styles.cardHead}>
        <h2>{t.people}</h2>
        <p>{t.peopleLead}</p>
      </header>
      <CheckField isChecked={draft.isByPeople} onChange={(isByPeople) => onChange({ isByPeople })}>
        {t.byPeople}
      </CheckField>
      {draft.isByPeople && (
        <div className={styles.numbers}>
          <NumberField
            label={t.adults}
            min={1}
            max={100}
            value={draft.adults}
            error={errors['occupancy/adults']}
            onChange={(adults) => onChange({ adults })}
          />
          <MoneyField
            label={t.extraAdult}
            amount={draft.extraAdult}
            currency={draft.currency}
            error={errors['occupancy/extraAdultAmount']}
            onChange={(extraAdult) => onChange({ extraAdult })}
          />
          <NumberField
            label={rules.singleUse}
            // With the API, one adult alone can also pay more.
            min={-1000}
            max={100}
            step={0.01}
            isRequired={false}
            value={draft.singleUsePercent}
            error={errors['occupancy/singleUse']}
            onChange={(singleUsePercent) => onChange({ singleUsePercent })}
          />
        </div>
      )}
      {draft.isByPeople && (
        <EntryList
          texts={rules.children}
          entries={draft.children}
          max={CHILDREN_MAX}
          newEntry={(key) => ({ key, untilAge: '', amount: '' })}
          errorOf={(index) => errorOfWhole(errors, `occupancy/children/${index}`)}
          onChange={(children) => onChange({ children })}
          fields={(child, set, index) => (
            <div className={entries.row}>
              <NumberField
                label={rules.untilAge}
                min={1}
                max={18}
                value={child.untilAge}
                error={errors[`occupancy/children/${index}/untilAge`]}
                onChange={(untilAge) => set({ untilAge })}
              />
              <MoneyField
                label={rules.childAmount}
                amount={child.amount}
                currency={draft.currency}
                isRequired
                error={errors[`occupancy/children/${index}/amount`]}
                onChange={(amount) => set({ amount })}
              />
            </div>
          )}
        />
      )}
    </Card>
  )
}
