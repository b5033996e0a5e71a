/**
 * Selects the ids of the pages that the staged URLs of a batch (`seen_urls`) lead to, each once; the first value is the id of
 * the policy. A merged page is replaced by the page it was merged into.
 */
export const PAGES_SEEN = `select distinct coalesce(p.merged_into, p.id) as id from (
    select p.id from seen_urls s cross join pages p where s.host_id is not null and p.policy_id = $1 and p.key = s.key
    union all
    select a.page_id from seen_urls s cross join aliases a where s.host_id is not null and a.own_key = s.key
      and not exists (select 1 from pages o where o.policy_id = $1 and o.key = s.key)
  ) led cross join pages p where p.id = led.id`
