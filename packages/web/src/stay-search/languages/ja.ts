import shared from '../../shared/languages/ja.ts'
import quote from '../../shared/nights/quote-languages/ja.ts'
import type { StaySearchTranslations } from '../translations.ts'

export default {
  ...shared,
  quote,
  staySearch: {
    search: '検索',
    prompt: '日程を選ぶと、空室と料金が表示されます。',
    departureWrong: '出発日は到着日より後にしてください。',
    found: (count) => `空室：${count}件`,
    noneTitle: 'この日程に空きはありません',
    none: '別の日程か、少ない人数でお試しください。',
    maxGuests: (count) => `最大宿泊人数：${count}名`,
    choose: '選択',
    unavailableTitle: '予約できません',
    taken: 'この日程は満室です。',
    more: 'さらに表示',
  },
} satisfies StaySearchTranslations
