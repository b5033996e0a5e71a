-- Which upload a run reads, and when an upload last grew or was used, so that each is removed when it is no longer needed. breaking: no, an older
-- version keeps uploads for a week.

alter table service_runs add column upload_id integer;
update service_runs set upload_id = json_extract(options, '$.upload');
create index service_runs_upload on service_runs (upload_id) where upload_id is not null;

-- 0 if an older version wrote it.
alter table uploads add column used_at integer not null default 0;
