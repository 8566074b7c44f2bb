import type { Stack } from 'aws-cdk-lib'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'

/** The shares of the budget at which its email is sent: of what was spent, and of what the month will cost. */
const NOTIFIED = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'FORECASTED', threshold: 100 },
] as const

/** Creates the budget of the account. AWS sends its emails itself, from costs that are hours old. */
export function createBudget(stack: Stack, usd: number, email: string): void {
  new CfnBudget(stack, 'Budget', {
    budget: {
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: usd, unit: 'USD' },
    },
    notificationsWithSubscribers: NOTIFIED.map((notified) => ({
      notification: {
        ...notified,
        thresholdType: 'PERCENTAGE',
        comparisonOperator: 'GREATER_THAN',
      },
      subscribers: [{ subscriptionType: 'EMAIL', address: email }],
    })),
  })
}
