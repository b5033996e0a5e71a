import type { Pattern } from './terms.ts'

/** What a parameter measures; `upkeep` is for parameters that a server adds to its own URLs for its own operation. */
export type TrackingClass =
  | 'campaign'
  | 'click-id'
  | 'email'
  | 'analytics'
  | 'social'
  | 'affiliate'
  | 'referrer'
  | 'upkeep'

/** How likely it is that some site uses the name to select content. */
export type TrackingRisk = 'low' | 'medium' | 'high'

/** `core` is what `query.tracking: 'core'` strips; `extended` strips both. */
export type TrackingListName = 'core' | 'extended'

export interface TrackingEntry {
  /** A name in lower case or a family as a glob. */
  readonly pattern: Pattern
  readonly class: TrackingClass
  readonly risk: TrackingRisk
  readonly vendor: string
  readonly list: TrackingListName
  /** What the parameter means and, where needed, what it must not be confused with. */
  readonly why: string
  /** Run as tests. */
  readonly examples: readonly { readonly input: string; readonly url: string }[]
}

/** `goes` is a query that the entry removes; `stays` a near miss that it must leave alone. */
type Row = readonly [pattern: Pattern, risk: TrackingRisk, vendor: string, why: string, goes: string, stays?: string]

const PAGE = 'https://example.com/a'

function section(list: TrackingListName, trackingClass: TrackingClass, rows: readonly Row[]): TrackingEntry[] {
  return rows.map(([pattern, risk, vendor, why, goes, stays]) => ({
    pattern,
    class: trackingClass,
    risk,
    vendor,
    list,
    why,
    examples: [
      { input: `${PAGE}?id=7&${goes}`, url: `${PAGE}?id=7` },
      ...(stays === undefined ? [] : [{ input: `${PAGE}?${stays}`, url: `${PAGE}?${stays}` }]),
    ],
  }))
}

/**
 * The curated list with its reasons. `npm run generate` makes two things from it: tracking-names.ts, the patterns alone, so that the
 * reasons do not weigh on a bundle of `normalize`, and the table in docs/reference/tracking-parameters.md.
 *
 * A vendor with a closed vocabulary is listed name by name; a glob is used only where customers invent names of their own.
 */
export const TRACKING_LIST: readonly TrackingEntry[] = [
  ...section('core', 'campaign', [
    [
      'utm_*',
      'low',
      'Google Analytics',
      'names the campaign; most other tools read it too',
      'utm_source=x',
      'utm=32630',
    ],
    ['mtm_*', 'low', 'Matomo', 'names the campaign', 'mtm_campaign=spring&mtm_kwd=shoes', 'mtm=1'],
    ['matomo_*', 'low', 'Matomo', 'names the campaign, long prefix', 'matomo_campaign=spring', 'matomo=1'],
    ['piwik_*', 'low', 'Matomo', 'names the campaign, prefix from before 2018', 'piwik_kwd=shoes', 'piwik=1'],
    ['pk_campaign', 'low', 'Matomo', 'the campaign; other pk_ names: primary keys', 'pk_campaign=spring', 'pk_id=4'],
    ['pk_kwd', 'low', 'Matomo', 'keyword of the campaign', 'pk_kwd=shoes'],
    ['pk_keyword', 'low', 'Matomo', 'keyword of the campaign', 'pk_keyword=shoes'],
    ['pk_source', 'low', 'Matomo', 'source of the campaign', 'pk_source=letter'],
    ['pk_medium', 'low', 'Matomo', 'medium of the campaign', 'pk_medium=email'],
    ['pk_content', 'low', 'Matomo', 'which of several adverts', 'pk_content=blue'],
    ['pk_cid', 'low', 'Matomo', 'number of the campaign', 'pk_cid=17'],
    ['itm_source', 'low', 'Parse.ly and others', 'internal campaign: which box was clicked', 'itm_source=box', 'itm=4'],
    ['itm_medium', 'low', 'Parse.ly and others', 'internal campaign: what kind of box', 'itm_medium=footer'],
    ['itm_campaign', 'low', 'Parse.ly and others', 'internal campaign', 'itm_campaign=related'],
    ['itm_content', 'low', 'Parse.ly and others', 'internal campaign: which variant', 'itm_content=b'],
    ['itm_term', 'low', 'Parse.ly and others', 'internal campaign: which word', 'itm_term=shoes'],
    ['at_medium', 'low', 'Piano Analytics', 'medium of the campaign', 'at_medium=email', 'at=12%3A30'],
    ['at_campaign', 'low', 'Piano Analytics', 'the campaign', 'at_campaign=spring'],
    ['xtor', 'low', 'Piano Analytics', 'the campaign in the older coding', 'xtor=RSS-3208'],
    ['wt_mc', 'low', 'Mapp Intelligence', 'media code of the campaign', 'wt_mc=letter.spring', 'wt_min=5'],
    ['cm_mmc*', 'low', 'Acoustic Analytics', 'vendor, category, place and item', 'cm_mmc=a-_-b&cm_mmca1=c', 'cm_min=3'],
    ['hsa_acc', 'low', 'HubSpot Ads', 'the account; other hsa_ names: health plans', 'hsa_acc=1', 'hsa_eligible=1'],
    ['hsa_ad', 'low', 'HubSpot Ads', 'the advert', 'hsa_ad=3'],
    ['hsa_cam', 'low', 'HubSpot Ads', 'the campaign', 'hsa_cam=5'],
    ['hsa_grp', 'low', 'HubSpot Ads', 'the group of adverts', 'hsa_grp=7'],
    ['hsa_kw', 'low', 'HubSpot Ads', 'the keyword bid for', 'hsa_kw=shoes'],
    ['hsa_la', 'low', 'HubSpot Ads', 'flag of LinkedIn campaigns, meaning not published', 'hsa_la=true'],
    ['hsa_mt', 'low', 'HubSpot Ads', 'how the keyword matched', 'hsa_mt=e'],
    ['hsa_net', 'low', 'HubSpot Ads', 'the advertising network', 'hsa_net=adwords'],
    ['hsa_ol', 'low', 'HubSpot Ads', 'flag of LinkedIn campaigns, meaning not published', 'hsa_ol=false'],
    ['hsa_src', 'low', 'HubSpot Ads', 'the surface that showed it', 'hsa_src=g'],
    ['hsa_tgt', 'low', 'HubSpot Ads', 'the audience aimed at', 'hsa_tgt=kwd-9'],
    ['hsa_ver', 'low', 'HubSpot Ads', 'version of the tagging', 'hsa_ver=3'],
  ]),
  ...section('core', 'click-id', [
    ['gclid', 'low', 'Google Ads', 'one click on an advert', 'gclid=Cj0KCQiA'],
    ['gclsrc', 'low', 'Google Ads', 'which system issued the click id', 'gclsrc=aw.ds'],
    ['gbraid', 'low', 'Google Ads', 'clicks on iOS that lead to an app, in groups', 'gbraid=0AAAAA'],
    ['wbraid', 'low', 'Google Ads', 'clicks on iOS that lead to a web page, in groups', 'wbraid=CjgKCA'],
    ['gad_source', 'low', 'Google Ads', 'which surface showed the advert', 'gad_source=1'],
    ['gad_campaignid', 'low', 'Google Ads', 'number of the campaign', 'gad_campaignid=2041'],
    ['dclid', 'low', 'Google Marketing Platform', 'one click on a display advert', 'dclid=CNiD'],
    ['srsltid', 'low', 'Google Merchant Center', 'one click on a free listing', 'srsltid=AfmBOo'],
    ['fbclid', 'low', 'Meta', 'one click on Facebook', 'fbclid=IwAR2F'],
    ['msclkid', 'low', 'Microsoft Advertising', 'one click on an advert', 'msclkid=5f3a'],
    ['twclid', 'low', 'X', 'one click on an advert', 'twclid=2-3c9'],
    ['ttclid', 'low', 'TikTok', 'one click on an advert', 'ttclid=E.C.P'],
    ['li_fat_id', 'low', 'LinkedIn', 'one member and click on an advert', 'li_fat_id=77aa'],
    ['rdt_cid', 'low', 'Reddit', 'one click on an advert', 'rdt_cid=48812'],
    ['sccid', 'low', 'Snapchat', 'one click on an advert', 'ScCid=9d3e'],
    ['epik', 'low', 'Pinterest', 'one click on a pin', 'epik=dj0yJnU9', 'epi=3'],
    ['yclid', 'low', 'Yandex Direct', 'one click on an advert', 'yclid=1590'],
    ['ysclid', 'low', 'Yandex Search', 'one click on a result', 'ysclid=lk3v'],
    ['_openstat', 'low', 'Openstat', 'source, campaign and advert in one coded value', '_openstat=ZGlyZWN0'],
    ['rb_clickid', 'low', 'not known', 'one click; the value is different every time', 'rb_clickid=a1b2'],
    ['tblci', 'low', 'Taboola', 'one click on a recommendation', 'tblci=GiBf'],
    ['dicbo', 'low', 'Outbrain', 'one click on a recommendation', 'dicbo=v2-4f'],
    ['wickedid', 'low', 'Wicked Reports', 'one click on an advert', 'wickedid=3a'],
    ['s_kwcid', 'low', 'Adobe Advertising', 'advert, keyword and match in one value', 's_kwcid=AL!4422!3'],
  ]),
  ...section('core', 'email', [
    ['mc_cid', 'low', 'Mailchimp', 'the mailing', 'mc_cid=91f2', 'mc_id=4'],
    ['mc_eid', 'low', 'Mailchimp', 'the recipient', 'mc_eid=7be1'],
    ['_hsenc', 'low', 'HubSpot', 'the recipient, encrypted', '_hsenc=p2ANqtz'],
    ['_hsmi', 'low', 'HubSpot', 'the mailing', '_hsmi=6194'],
    ['mkt_tok', 'low', 'Adobe Marketo', 'recipient and mailing in one token', 'mkt_tok=NTQ5', 'mkt=en-us'],
    ['vero_id', 'low', 'Vero', 'the recipient', 'vero_id=u7'],
    ['vero_conv', 'low', 'Vero', 'which conversion is counted', 'vero_conv=d4'],
    ['oly_anon_id', 'low', 'Omeda Olytics', 'the visitor, not yet known by name', 'oly_anon_id=8e'],
    ['oly_enc_id', 'low', 'Omeda Olytics', 'the visitor, encrypted', 'oly_enc_id=2b'],
    ['ml_subscriber', 'low', 'MailerLite', 'the recipient', 'ml_subscriber=1638'],
    ['ml_subscriber_hash', 'low', 'MailerLite', 'the recipient, hashed', 'ml_subscriber_hash=h8a2'],
    ['_bhlid', 'low', 'beehiiv', 'recipient and link', '_bhlid=c0ffee'],
    ['_kx', 'low', 'Klaviyo', 'the recipient, encrypted', '_kx=zB9.K4', '_key=4'],
    [
      'bsft_*',
      'low',
      'Blueshift',
      'recipient, mailing, click and the customer’s own',
      'bsft_clkid=c5&bsft_uid=c4',
      'bsft=1',
    ],
  ]),
  ...section('core', 'analytics', [
    ['_ga', 'low', 'Google Analytics', 'the visitor, handed to another domain', '_ga=2.38.11', '_gallery=3'],
    ['_gl', 'low', 'Google Analytics', 'the visitor, handed to another domain', '_gl=1*x*y', '_glossary=a'],
    ['hsctatracking', 'low', 'HubSpot', 'which button was pressed', 'hsCtaTracking=28%7C2b'],
    ['__hstc', 'low', 'HubSpot', 'the visitor, handed to another domain', '__hstc=20.1a'],
    ['__hssc', 'low', 'HubSpot', 'the visit, handed to another domain', '__hssc=20.1.15'],
    ['__hsfp', 'low', 'HubSpot', 'fingerprint of the browser', '__hsfp=3518'],
    ['guccounter', 'low', 'Yahoo', 'how often the consent page was passed', 'guccounter=1', 'counter=1'],
    [
      'guce_*',
      'low',
      'Yahoo',
      'who sent the visitor to the consent page',
      'guce_referrer=aHR0&guce_referrer_sig=AQ',
      'guce=1',
    ],
  ]),
  ...section('core', 'social', [
    ['igshid', 'low', 'Instagram', 'who shared the link', 'igshid=1ru2'],
    ['igsh', 'low', 'Instagram', 'who shared the link', 'igsh=MWx0'],
    ['fb_action_ids', 'low', 'Facebook', 'the story that held the link', 'fb_action_ids=1015'],
    ['fb_action_types', 'low', 'Facebook', 'the kind of story', 'fb_action_types=og.likes'],
    ['__cft__*', 'low', 'Facebook', 'where in the feed the link stood', '__cft__%5B0%5D=AZV9', '__cft=1'],
    ['__tn__', 'low', 'Facebook', 'which part of the post was clicked', '__tn__=%2CO'],
  ]),
  ...section('core', 'affiliate', [
    ['irclickid', 'low', 'impact.com', 'one click on a partner link', 'irclickid=WUDxX'],
    ['irgwc', 'low', 'impact.com', 'flag beside the click id', 'irgwc=1'],
    ['cjevent', 'low', 'CJ', 'one click on a partner link', 'cjevent=0a18'],
  ]),
  ...section('core', 'upkeep', [
    ['doing_wp_cron', 'low', 'WordPress', 'when the site last looked after itself', 'doing_wp_cron=1700000000.1'],
  ]),
  ...section('extended', 'campaign', [
    [
      'at_*',
      'medium',
      'Piano Analytics',
      'fields that customers coin; at_ may be a time or a place',
      'at_format=box',
      'at=noon',
    ],
    [
      'itm_*',
      'medium',
      'Parse.ly and others',
      'fields that sites coin; itm_ may be an item',
      'itm_channel=piano',
      'itm=4',
    ],
    [
      'elq*',
      'medium',
      'Oracle Eloqua',
      'mailing and recipient; forms use the prefix too',
      'elqTrackId=8F&elqaid=3',
      'eloqua=1',
    ],
    ['wt.*', 'medium', 'Webtrends', 'campaign and more; some sites show pages by WT.nav', 'WT.mc_id=mail', 'wt=80'],
    ['s_cid', 'medium', 'Adobe Analytics', 'the campaign; also a shop or customer id', 's_cid=em-spring', 's_id=3'],
    ['ef_id', 'medium', 'Adobe Advertising', 'one click; short', 'ef_id=Xq%3AG%3As'],
    ['cmpid', 'medium', 'media houses', 'the campaign; also the number of a company', 'cmpid=rss1'],
    ['icid', 'medium', 'media houses', 'internal campaign', 'icid=nav_top'],
    ['ncid', 'medium', 'AOL and others', 'the campaign; also a record number', 'ncid=txtlnk'],
    ['ocid', 'medium', 'Microsoft, BBC', 'the campaign; also an organisation', 'ocid=socialflow'],
  ]),
  ...section('extended', 'email', [
    ['__s', 'medium', 'Drip', 'the recipient; short', '__s=k3jd', '_s=boots'],
    ['_ke', 'medium', 'Klaviyo', 'the recipient in the older coding; short', '_ke=eyJr', '_key=4'],
    ['dm_i', 'medium', 'Dotdigital', 'recipient and mailing; short', 'dm_i=1QC%2C6F'],
  ]),
  ...section('extended', 'social', [
    ['fb_source', 'medium', 'Facebook', 'the surface that held the link', 'fb_source=feed'],
    ['fb_ref', 'medium', 'Facebook', 'a label that the site gave its button', 'fb_ref=top'],
    ['trk', 'medium', 'LinkedIn', 'the link that was clicked; elsewhere a track or truck', 'trk=nav', 'track=4'],
  ]),
  ...section('extended', 'affiliate', [
    ['awc', 'medium', 'Awin', 'one click on a partner link; short', 'awc=3150_1700'],
    ['spm', 'medium', 'Alibaba', 'the place that was clicked; short', 'spm=a2g0o.home'],
  ]),
  ...section('extended', 'referrer', [
    ['ref_src', 'medium', 'X', 'the kind of embedded post', 'ref_src=twsrc%5Etfw'],
    ['ref_url', 'medium', 'X', 'the page that embedded the post', 'ref_url=https%3A%2F%2Fexample.org%2F'],
    ['ref', 'high', 'everyone', 'who sent the visitor; a branch or record number elsewhere', 'ref=home', 'reference=4'],
    ['source', 'high', 'everyone', 'who sent the visitor; a filter elsewhere', 'source=letter', 'sources=a'],
  ]),
]
