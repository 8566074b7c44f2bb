import booking from '../../booking/languages/ja.ts'
import type { ProviderTranslations } from '../translations.ts'

export default {
  ...booking,
  provider: {
    choose: 'ご希望のメニューをお選びください',
    emptyTitle: '現在予約できるものはありません',
    empty: 'しばらくしてからもう一度ご覧ください。',
    property: 'この施設の宿泊を検索',
  },
} satisfies ProviderTranslations
