import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { formatMoney } from '../../shared/money.ts'
import { Button } from '../../shared/ui/button.tsx'
import type { Property, RatePlan } from '../api.ts'
import { commonMessages } from '../messages.ts'
import { go, navigate } from '../router.tsx'
import { Badge, Empty, Page, Row, Rows } from '../ui/page.tsx'
import { QueryView } from '../ui/query-view.tsx'
import { Section } from '../ui/section.tsx'
import { propertyMessages } from './messages.ts'
import { planMessages } from './plan-messages.ts'
import { PropertyDialog } from './property-dialog.tsx'
import { propertiesQuery, ratePlansQuery } from './property-queries.ts'
import { changeOf } from './rate-plan-draft.ts'

/** The page of houses that are booked by the night, and of the rate plans. */
export default function PropertiesPage() {
  const t = useMessages(propertyMessages)
  const properties = useQuery(propertiesQuery)
  const [isAdding, setAdding] = useState(false)
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        <Button kind="primary" onClick={() => setAdding(true)}>
          {t.add}
        </Button>
      }
    >
      <QueryView query={properties}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={t.emptyTitle}>
              <p>{t.empty}</p>
            </Empty>
          ) : (
            <>
              <Rows label={t.title}>
                {all.map((property) => (
                  <PropertyRow key={property.id} property={property} />
                ))}
              </Rows>
              <RatePlans />
            </>
          )
        }
      </QueryView>
      {isAdding && (
        <PropertyDialog
          onSaved={({ id }) => go(`/properties/${id}`)}
          onClose={() => setAdding(false)}
        />
      )}
    </Page>
  )
}

function PropertyRow({ property }: { readonly property: Property }) {
  const t = useMessages(propertyMessages)
  const common = useMessages(commonMessages)
  const { format } = useI18n()
  const { id, name, address, unitIds, checkInTime, checkOutTime } = property
  return (
    <Row
      title={name}
      meta={
        <>
          {address && <span>{address}</span>}
          <span>{t.unitCount(unitIds.length)}</span>
          <span>{t.times(format.wallTime(checkInTime), format.wallTime(checkOutTime))}</span>
        </>
      }
      actions={
        <Button
          kind="primary"
          aria-label={`${common.open}: ${name}`}
          onClick={() => navigate(`/properties/${id}`)}
        >
          {common.open}
        </Button>
      }
    />
  )
}

function RatePlans() {
  const t = useMessages(planMessages)
  const plans = useQuery(ratePlansQuery)
  return (
    <Section
      title={t.title}
      lead={t.lead}
      actions={<Button onClick={() => navigate('/properties/plans/new')}>{t.add}</Button>}
    >
      <QueryView query={plans}>
        {(all) =>
          all.length === 0 ? (
            <p>{t.empty}</p>
          ) : (
            <Rows label={t.title}>
              {all.map((plan) => (
                <PlanRow key={plan.id} plan={plan} plans={all} />
              ))}
            </Rows>
          )
        }
      </QueryView>
    </Section>
  )
}

interface PlanRowProps {
  readonly plan: RatePlan
  readonly plans: readonly RatePlan[]
}

function PlanRow({ plan, plans }: PlanRowProps) {
  const t = useMessages(planMessages)
  const common = useMessages(commonMessages)
  const { language } = useI18n()
  const { id, name, status, amount, currency, nightly, meals } = plan
  const parent = plans.find((each) => each.id === plan.parentId)
  return (
    <Row
      title={name}
      badge={status === 'inactive' && <Badge tone="quiet">{t.inactive}</Badge>}
      meta={
        <>
          {parent && <span>{t.like(parent.name, changeOf(plan, language) ?? t.unchanged)}</span>}
          {amount !== null && <span>{t.from(formatMoney(amount, currency, language))}</span>}
          {nightly && nightly.length > 0 && <span>{t.seasonCount(nightly.length)}</span>}
          {meals !== 'none' && <span>{t.mealNames[meals]}</span>}
        </>
      }
      actions={
        <Button
          aria-label={`${common.edit}: ${name}`}
          onClick={() => navigate(`/properties/plans/${id}`)}
        >
          {common.edit}
        </Button>
      }
    />
  )
}
