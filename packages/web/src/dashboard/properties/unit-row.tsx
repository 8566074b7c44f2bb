import { useQuery } from '@tanstack/react-query'
import { useI18n, useMessages } from '../../shared/i18n.tsx'
import { formatMoney } from '../../shared/money.ts'
import { Button } from '../../shared/ui/button.tsx'
import type { EventType, Provider } from '../api.ts'
import { eventTypeMessages } from '../event-types/messages.ts'
import { PageLink } from '../event-types/page-link.tsx'
import { ShareButtons } from '../event-types/share-buttons.tsx'
import { commonMessages } from '../messages.ts'
import { providerMessages } from '../providers/messages.ts'
import { navigate } from '../router.tsx'
import { Badge, Row } from '../ui/page.tsx'
import { propertyMessages } from './messages.ts'
import { planMessages } from './plan-messages.ts'
import { poolMessages } from './pool-messages.ts'
import styles from './properties.module.css'
import { ratePlansQuery, stayTypesQuery } from './property-queries.ts'
import { isOfType } from './stay-type-draft.ts'

interface UnitRowProps {
  readonly unit: Provider
  readonly onOpen: (kind: 'editUnit' | 'deleteUnit' | 'addType') => void
}

/** A unit, and below it what guests can book in it. */
export function UnitRow({ unit, onOpen }: UnitRowProps) {
  const t = useMessages(propertyMessages)
  const pools = useMessages(poolMessages)
  const { format } = useI18n()
  const { inactive } = useMessages(providerMessages)
  const common = useMessages(commonMessages)
  const { data: types } = useQuery(stayTypesQuery)
  const own = types?.filter(({ providerId }) => providerId === unit.id)
  const others = types?.filter((type) => !own?.includes(type) && isOfType(unit, type)) ?? []
  const isBookable = own === undefined || own.length + others.length > 0
  return (
    <>
      <Row
        title={unit.name}
        badge={!unit.active && <Badge tone="quiet">{inactive}</Badge>}
        meta={
          others.length > 0 ? (
            <span>{pools.partOf(format.list(others.map(({ title }) => title)))}</span>
          ) : (
            !isBookable && <span>{t.notBookable}</span>
          )
        }
        actions={
          <>
            <Button
              kind="quiet"
              aria-label={`${common.delete}: ${unit.name}`}
              onClick={() => onOpen('deleteUnit')}
            >
              {common.delete}
            </Button>
            <Button aria-label={`${common.edit}: ${unit.name}`} onClick={() => onOpen('editUnit')}>
              {common.edit}
            </Button>
            <Button
              kind={isBookable ? 'secondary' : 'primary'}
              aria-label={`${t.makeBookable}: ${unit.name}`}
              onClick={() => onOpen('addType')}
            >
              {t.makeBookable}
            </Button>
          </>
        }
      />
      {own?.map((type) => (
        <TypeRow key={type.id} unit={unit} type={type} />
      ))}
    </>
  )
}

function TypeRow({ unit, type }: { readonly unit: Provider; readonly type: EventType }) {
  const t = useMessages(eventTypeMessages)
  const common = useMessages(commonMessages)
  const isActive = type.status === 'active'
  return (
    <Row
      title={<span className={styles.inUnit}>{type.title}</span>}
      badge={
        <>
          <Badge tone={isActive ? 'good' : 'quiet'}>{isActive ? t.active : t.inactive}</Badge>
          {type.hidden && <Badge tone="quiet">{t.hidden}</Badge>}
        </>
      }
      meta={<Price type={type} />}
      actions={
        <>
          {isActive && unit.active && (
            <>
              <ShareButtons provider={unit} eventType={type} />
              <PageLink provider={unit} eventType={type} label={`${t.view}: ${type.title}`}>
                {t.view}
              </PageLink>
            </>
          )}
          <Button
            aria-label={`${common.edit}: ${type.title}`}
            onClick={() => navigate(`/properties/types/${type.id}`)}
          >
            {common.edit}
          </Button>
        </>
      }
    />
  )
}

/** The rate plans of an event type, or else the price of a night. */
function Price({ type: { ratePlanIds, payment } }: { readonly type: EventType }) {
  const t = useMessages(planMessages)
  const { prices } = useMessages(propertyMessages)
  const { language, format } = useI18n()
  const { data: plans = [] } = useQuery(ratePlansQuery)
  const names = plans.filter(({ id }) => ratePlanIds.includes(id)).map(({ name }) => name)
  if (names.length > 0) return <span className={styles.inUnit}>{format.list(names)}</span>
  if (payment === null) return <span className={styles.inUnit}>{prices.none}</span>
  return (
    <span className={styles.inUnit}>
      {t.from(formatMoney(payment.amount, payment.currency, language))}
    </span>
  )
}
