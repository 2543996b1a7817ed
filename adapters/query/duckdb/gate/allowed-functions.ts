/**
 * The functions that compiled queries may call: functions of their arguments alone. None of them reads a file, a
 * setting or a name, and none can run SQL. Listed separately from the table of functions, so that a mistake there is
 * found here.
 */
const allowed = new Set(
  `
  abs acos acosh any_value approx_count_distinct approx_quantile approx_top_k arg_max arg_max_null arg_min arg_min_null array_agg
  array_length array_slice array_to_string array_value ascii asin asinh atan atan2 atanh avg bit_and bit_count bit_length bit_or bit_xor
  bool_and bool_or cbrt ceil chr concat contains corr cos cosh cot count count_star covar_pop covar_samp cume_dist date_add date_diff
  date_part date_sub date_trunc datediff day dayname dayofweek dayofyear decode degrees dense_rank encode ends_with epoch epoch_ms
  epoch_us error exp first first_value flatten floor format from_base64 generate_series greatest hex histogram hour initcap instr
  isfinite isinf isnan isodow isoyear json_extract json_extract_string json_type json_valid kurtosis lag last last_day last_value lead
  least left len length like_escape list list_any_value list_avg list_concat list_contains list_count list_distinct list_filter list_first list_last
  list_max list_min list_position list_product list_reduce list_reverse list_reverse_sort list_slice list_sort list_sum list_transform
  list_unique list_value ln log10 lower lpad ltrim make_date make_time make_timestamp make_timestamp_ms map map_entries map_extract
  map_keys map_values max max_by md5 median microsecond millisecond min min_by minute mod mode month monthname nfc_normalize not_like_escape nth_value ntile nullif
  octet_length ord percent_rank pi power prefix printf quantile_cont quantile_disc quarter radians random range rank regexp_extract
  regexp_extract_all regexp_matches regexp_replace repeat replace reservoir_quantile reverse right round row row_number rpad rtrim
  second sha1 sha256 sign sin sinh skewness sqrt starts_with stddev_pop stddev_samp strftime string_agg string_split string_split_regex
  strip_accents strlen strpos strptime struct_extract struct_insert struct_pack substr suffix sum sum_no_overflow tan tanh timezone
  to_base to_base64 to_days to_hours to_json to_microseconds to_milliseconds to_minutes to_months to_seconds to_weeks to_years translate
  trim trunc unhex unicode unnest upper var_pop var_samp week weekofyear xor year
  !~~ % & * ** + - / // << >> ^ | || ~ ~~ ~~*`
    .trim()
    .split(/\s+/),
);

/** Names of Furrow's functions on geographies in the database. */
const own = /^furrow_st_[a-z_]+$/;

export const isAllowedFunction = (name: string): boolean => allowed.has(name) || own.test(name);
